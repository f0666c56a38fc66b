"""Links, images, headings, controls and what a page loads."""

from collections.abc import Callable
from itertools import islice
from typing import Final

from selectolax.lexbor import LexborNode

from crawler.core.audit import bounds, jsonld, jsonld_items, naming, structure
from crawler.core.audit.facts import Control, Form, Heading, Image, Link
from crawler.core.audit.gather import Attributes, Gathering
from crawler.core.audit.head import link, meta, title
from crawler.core.audit.references import kind_of
from crawler.core.audit.srcset import candidates
from crawler.core.limits import LINKS_PER_PAGE

_LABEL: Final = frozenset({"label"})
_PASSIVE: Final = frozenset({"presentation", "none"})
_NAMED_BY_VALUE: Final = frozenset({"submit", "reset", "button"})


def a(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """One link; an `<a>` without href is a target, or a button in disguise."""
    if name := attributes.get("name"):
        found.anchor(name)
    href = attributes.get("href")
    if href is None:
        acts = "onclick" in attributes or (attributes.get("role") or "").lower() == "link"
        found.bare_anchors += acts and not naming.is_control(attributes)
        return
    found.links_seen += 1
    line = found.lines.of(href)
    text = found.text(node) if node.tag == "a" else (attributes.get("alt") or "").strip()
    named = bool(text) or _named(found, node, attributes)
    rel = tuple((attributes.get("rel") or "").lower().split()[:20])
    key = (href, text, rel, named, naming.is_control(attributes))
    structure.described(found, attributes, href, text)
    structure.opened(found, attributes, rel, href)
    if key not in found.links:
        _keep(found, key, line)


def _named(found: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    """Whether a link or button without text has a name all the same; notes images that could name it."""
    if naming.by_attribute(attributes) or naming.is_out_of_reach(node, found.out_of_reach):
        return True
    if found.nameless > bounds.ITEMS_KEPT.value:
        return True
    found.nameless += 1
    named, images = naming.by_content(node)
    if images and not named:
        found.only_content.update(image.mem_id for image in node.css("img"))
    return named


def _keep(found: Gathering, key: tuple[str, str, tuple[str, ...], bool, bool], line: int | None) -> None:
    href, text, rel, named, control = key
    many = len(found.links) >= 2 * LINKS_PER_PAGE.value or len(found.urls) >= LINKS_PER_PAGE.value
    if many or not found.fits(href, href, text):
        _cut(found, href)
        return
    target = found.references.target(href)
    if target.url:
        found.urls.add(target.url)
    fragment = href.partition("#")[2].strip()[:500]
    nofollow = "nofollow" in rel
    found.links[key] = Link(
        href[:2048], target.url, target.refusal, text, rel, nofollow, line, kind_of(href), fragment, named, control
    )


def _cut(found: Gathering, href: str) -> None:
    """Past the limit only a URL not yet known is a loss."""
    if "links-cut" not in found.marks and found.references.target(href).url not in found.urls:
        found.marks["links-cut"] = None


def img(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """One image, with its alt as written."""
    found.images_seen += 1
    if len(found.images) >= bounds.ITEMS_KEPT.value:
        found.marks["items-cut"] = None
        return
    source = attributes.get("src") or attributes.get("data-src") or ""
    found.resource("image", attributes.get("src"))
    _srcset(found, attributes)
    alt = (attributes.get("alt") or "")[:1000] if "alt" in attributes else None
    style = attributes.get("style") or ""
    sized = ("width" in attributes and "height" in attributes) or "aspect-ratio" in style
    role = (attributes.get("role") or "").lower()
    hidden = naming.by_attribute(attributes) or role in _PASSIVE
    hidden = hidden or (alt is None and naming.is_out_of_reach(node, found.out_of_reach))
    only = node.mem_id in found.only_content
    if source.strip() and found.fits(source, source, alt or ""):
        found.add(found.images, Image(found.references.target(source), alt, only, sized, hidden))


def _srcset(found: Gathering, attributes: Attributes) -> None:
    for candidate in islice(candidates((attributes.get("srcset") or "")[:20_000]), 50):
        found.resource("image", candidate)


def source(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """One choice of a picture, a film or a sound."""
    found.resource("media", attributes.get("src"))
    _srcset(found, attributes)


def script(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """A script that is loaded or inline, or data in a script's clothes."""
    if jsonld.is_jsonld(attributes.get("type")):
        _data(found, node.text())
        return
    found.scripts += 1
    structure.script(found, node, attributes)
    found.resource("script", attributes.get("src"))


def _data(found: Gathering, text: str) -> None:
    """One block of JSON-LD, and the items in it."""
    if found.jsonld is None:
        found.jsonld = (jsonld.Places(found.source), jsonld_items.Reading())
    places, reading = found.jsonld
    line = places.of(text)
    block, value = jsonld.block(text, line)
    fault = jsonld_items.context_fault(value)
    found.add(found.blocks, block.about(fault) if fault else block)
    found.items.extend(reading.items(value, line))


def frame(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    found.resource("iframe", attributes.get("src"))
    if not naming.by_attribute(attributes) and not naming.is_out_of_reach(node, found.out_of_reach):
        found.frames_untitled += 1


def media(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    found.resource("object" if node.tag in ("embed", "object") else "media", attributes.get("src"))
    found.resource("object", attributes.get("data") if node.tag == "object" else None)
    found.resource("image", attributes.get("poster"))


def heading(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """A heading without text is named by its images."""
    found.headings_seen += 1
    text = found.text(node)
    if not text and len(found.headings) < bounds.ITEMS_KEPT.value:
        text = " ".join(filter(None, ((image.attributes.get("alt") or "").strip() for image in node.css("img"))))
    found.add(found.headings, Heading(int((node.tag or "h0")[1]), text[:1000]))


def control(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """One form control, and whether anything names it."""
    tag, kind = node.tag or "", (attributes.get("type") or "").strip().lower()
    if kind == "hidden" or len(found.controls) >= bounds.ITEMS_KEPT.value:
        return
    if naming.is_out_of_reach(node, found.out_of_reach):
        return
    named = naming.by_attribute(attributes)
    if tag == "button":
        named = named or bool(found.text(node)) or _named(found, node, attributes)
    elif kind == "image":
        named = named or naming.has(attributes, "alt")
    elif kind in _NAMED_BY_VALUE:
        named = True  # browsers name submit and reset; a button by its value
    else:
        named = named or (attributes.get("id") or "") in found.labelled or naming.inside(node, _LABEL)
    found.controls.append(Control(tag, kind, (attributes.get("name") or "")[:200], named))


def form(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """One form, and whether it asks for a password."""
    if len(found.forms) < bounds.ITEMS_KEPT.value / 20:
        action = found.references.target(attributes.get("action") or "")
        password = node.css_first("input[type=password i]") is not None
        found.forms.append(Form(action, (attributes.get("method") or "get").lower()[:20], password))


HANDLERS: Final[dict[str, Callable[[Gathering, LexborNode, Attributes], None]]] = {
    "title": title, "meta": meta, "link": link, "a": a, "area": a, "img": img, "script": script,
    "iframe": frame, "frame": frame, "object": media, "embed": media, "video": media, "audio": media,
    "source": source, "table": structure.table,
    "input": control, "select": control, "textarea": control, "button": control, "form": form,
    **{f"h{level}": heading for level in range(1, 7)},
}  # fmt: skip
