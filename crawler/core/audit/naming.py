"""Accessible names as far as HTML alone tells them (WAI accname 1.2, simplified: is there any name?)."""

from collections.abc import Mapping

from selectolax.lexbor import LexborNode

Attributes = Mapping[str, str | None]


def has(attributes: Attributes, name: str) -> bool:
    """Whether an attribute is there with a text in it."""
    return bool((attributes.get(name) or "").strip())


def by_attribute(attributes: Attributes) -> bool:
    """Named by aria-label, aria-labelledby or title."""
    return has(attributes, "aria-label") or has(attributes, "aria-labelledby") or has(attributes, "title")


def is_hidden(attributes: Attributes) -> bool:
    """Kept from everybody, or from assistive technology."""
    return (attributes.get("aria-hidden") or "").strip().lower() == "true" or "hidden" in attributes


def inside(node: LexborNode, names: frozenset[str]) -> bool:
    """Whether an ancestor is one of these elements."""
    parent = node.parent
    while parent is not None:
        if parent.tag in names:
            return True
        parent = parent.parent
    return False


def by_content(node: LexborNode) -> tuple[bool, bool]:
    """For an element without text: (something inside names it, images are all that could)."""
    images = node.css("img,input[type=image],area")
    if any(has(image.attributes, "alt") or by_attribute(image.attributes) for image in images):
        return True, False
    named = node.css("[aria-label],[aria-labelledby],[title],svg title,object,iframe,video,audio,input,select")
    return any(by_attribute(x.attributes) or x.tag not in _TRANSPARENT for x in named if x is not node), bool(images)


_TRANSPARENT = frozenset({"a", "button", "span", "div", "i", "b", "em", "strong", "svg", "img", "use", "path", "area"})
