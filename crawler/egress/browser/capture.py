"""Reading a drawn page: the document as text, once its size is known, and a picture of it.

Scripts run in a world of their own (Page.createIsolatedWorld), where the page cannot have changed what they use. Names
of a page's elements do reach into that world, as properties of documents and forms, so everything is read by the
getters of the prototypes, which no element can stand before.
"""

import base64
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession

from crawler.core.limits import PAGE_BYTES, PICTURE_BYTES, PICTURE_HEIGHT

WIDTH, HEIGHT = 1280, 800
#: The size of the document is added up first, what lies in templates too, and its text made only where it fits:
#: nothing can grow in between. What crosses to us is at most that much.
READ = """(most => {
  const get = (type, name) => {
    const getter = Object.getOwnPropertyDescriptor(type.prototype, name).get;
    return one => getter.call(one);
  };
  const value = get(Node, "nodeValue"), name = get(Node, "nodeName"), attributes = get(Element, "attributes");
  const width = get(Element, "scrollWidth"), height = get(Element, "scrollHeight");
  const root = get(Document, "documentElement")(document), body = get(Document, "body")(document);
  const type = get(Document, "doctype")(document), inside = get(HTMLTemplateElement, "content");
  if (!root) return {size: 0, html: "", width: 0, height: 0};
  const ids = type && [get(DocumentType, "name"), get(DocumentType, "publicId"), get(DocumentType, "systemId")];
  const [kind, open, system] = type ? ids.map(one => one(type)) : ["", "", ""];
  let size = kind.length + open.length + system.length;
  const trees = [root];
  while (trees.length) {
    const tree = trees.pop();
    const walk = Document.prototype.createTreeWalker.call(document, tree, NodeFilter.SHOW_ALL);
    for (let node = tree; node; node = walk.nextNode()) {
      const text = value(node);
      size += text === null ? 2 * name(node).length + 5 : text.length;
      if (node instanceof Element) for (const one of attributes(node)) size += one.name.length + one.value.length + 4;
      if (node instanceof HTMLTemplateElement) trees.push(inside(node));
      if (size > most) return {size};
    }
  }
  const from = (open && ` PUBLIC "${open}"`) + (system && `${open ? "" : " SYSTEM"} "${system}"`);
  const html = ((type ? `<!DOCTYPE ${kind}${from}>` : "") + get(Element, "outerHTML")(root)).toWellFormed();
  size = new TextEncoder().encode(html).length;
  if (size > most) return {size};
  return {size, html, width: width(root), height: Math.max(height(root), body ? height(body) : 0)};
})(%d)"""


@dataclass(frozen=True, slots=True)
class Captured:
    """The document as it stood, and its picture (PNG; empty where none fits)."""

    html: bytes
    url: str
    width: int
    height: int
    picture: bytes


class TooLarge(Exception):
    """The document is larger than a page may be."""


class Unreadable(Exception):
    """What stands in the window is not the document of the page; `at`: the address that it wanted, if any."""

    def __init__(self, said: str, at: str = ""):
        super().__init__(said)
        self.at = at


async def capture(session: CDPSession, loader: str) -> Captured:
    """Read the document that `loader` brought. Raises TooLarge, Unreadable, or playwright's Error."""
    frame = await _frame(session, loader)
    found = _checked(await _read(session, frame["id"]))
    picture = await _picture(session, found["height"])
    await _frame(session, loader)  # a picture of what came afterwards is none of the page
    return Captured(found["html"].encode("utf-8", "replace"), frame["url"], found["width"], found["height"], picture)


async def _frame(session: CDPSession, loader: str) -> dict[str, Any]:
    """The window's frame. An error page of the browser's own, or what a script put there, is not the site's."""
    frame: dict[str, Any] = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]
    wanted = str(frame.get("unreachableUrl") or "")
    if wanted or frame["loaderId"] != loader:
        at = (wanted or str(frame["url"]))[:2048]
        raise Unreadable(f"the page left for {at[:200]}, which is none of the site's documents", at)
    return frame


async def _read(session: CDPSession, frame: str) -> object:
    world = await session.send("Page.createIsolatedWorld", {"frameId": frame})
    question = {
        "expression": READ % int(PAGE_BYTES),
        "contextId": world["executionContextId"],
        "returnByValue": True,
    }
    answer = await session.send("Runtime.evaluate", question)
    return answer["result"].get("value")


def _checked(found: object) -> dict[str, Any]:
    """What the script gave, if it has the shape that it must have."""
    if not isinstance(found, dict) or not _numbers(found, "size"):
        raise Unreadable("its document could not be read")
    if found["size"] > int(PAGE_BYTES):
        raise TooLarge(f"{found['size']} bytes of drawn HTML, or more")
    if not isinstance(found.get("html"), str) or not _numbers(found, "width", "height"):
        raise Unreadable("its document could not be read")
    return {**found, "width": int(found["width"]), "height": int(found["height"])}


def _numbers(found: dict[str, Any], *names: str) -> bool:
    return all(isinstance(found.get(name), int | float) and 0 <= found[name] < 1e12 for name in names)


async def _picture(session: CDPSession, height: int) -> bytes:
    """The whole page, or as much of its top as a picture may have."""
    shown = max(1, min(height, int(PICTURE_HEIGHT)))
    while shown >= 1:
        clip = {"x": 0, "y": 0, "width": WIDTH, "height": max(shown, HEIGHT), "scale": 1}
        taken = await session.send(
            "Page.captureScreenshot", {"format": "png", "clip": clip, "captureBeyondViewport": True}
        )
        picture = base64.b64decode(taken["data"])
        if len(picture) <= int(PICTURE_BYTES):
            return picture
        shown = shown // 2 if shown > HEIGHT else 0
    return b""
