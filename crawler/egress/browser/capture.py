"""Reading a drawn page: the document as text, once its size is known, and a picture of it.

Scripts run in a world of their own (Page.createIsolatedWorld), where the page cannot have changed what they use.
"""

import base64
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Page

from crawler.core.limits import PAGE_BYTES, PICTURE_BYTES, PICTURE_HEIGHT
from crawler.core.outcome import Ended, Ending, Outcome

WIDTH, HEIGHT = 1280, 800
#: The size of the document is added up first, and its text made only where it fits: nothing can grow in between.
READ = """(most => {
  const root = document.documentElement;
  if (!root) return {size: 0, html: "", url: document.URL, width: 0, height: 0};
  let size = 0;
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
  for (let node = root; node; node = walk.nextNode()) {
    size += node.nodeValue === null ? 2 * node.nodeName.length + 5 : node.nodeValue.length;
    for (const one of node.attributes || []) size += one.name.length + one.value.length + 4;
    if (size > most) return {size};
  }
  const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  return {size, html: doctype + root.outerHTML, url: document.URL,
          width: root.scrollWidth, height: Math.max(root.scrollHeight, document.body ? document.body.scrollHeight : 0)};
})(%d)"""


@dataclass(frozen=True, slots=True)
class Captured:
    """The document as it stood, and its picture (PNG; empty where none fits)."""

    html: bytes
    url: str
    width: int
    height: int
    picture: bytes


async def capture(page: Page) -> Captured:
    """Read the page. Raises Ended(render-limit) for a document that is too large, playwright's Error otherwise."""
    session = await page.context.new_cdp_session(page)
    found = await _read(session)
    if found["size"] > int(PAGE_BYTES):
        raise Ended(_too_large(f"more than {int(PAGE_BYTES)}"))
    html = found["html"].encode("utf-8", "replace")
    if len(html) > int(PAGE_BYTES):
        raise Ended(_too_large(len(html)))
    width, height = int(found["width"]), int(found["height"])
    return Captured(html, found["url"], width, height, await _picture(session, height))


async def _read(session: CDPSession) -> dict[str, Any]:
    tree = await session.send("Page.getFrameTree")
    world = await session.send("Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]})
    question = {
        "expression": READ % int(PAGE_BYTES),
        "contextId": world["executionContextId"],
        "returnByValue": True,
    }
    found: dict[str, Any] = (await session.send("Runtime.evaluate", question))["result"]["value"]
    return found


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


def _too_large(seen: object) -> Ending:
    return Ending.past(Outcome.RENDER_LIMIT, PAGE_BYTES, f"{seen} of drawn HTML")
