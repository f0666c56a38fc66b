"""Accessible names as far as HTML alone tells them (WAI accname 1.2, simplified: is there any name?)."""

import re
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


_NOT_DISPLAYED = re.compile(r"(?:^|;)\s*display\s*:\s*none\b", re.IGNORECASE)
#: Roles of things that are pressed, not followed (WAI-ARIA 1.2, 5.3.2).
_CONTROLS = frozenset({
    "button", "checkbox", "combobox", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "slider",
    "spinbutton", "switch", "tab", "treeitem",
})  # fmt: skip


def is_control(attributes: Attributes) -> bool:
    """Whether the role says that it is a control; of several the first counts."""
    roles = (attributes.get("role") or "").lower().split()
    return bool(roles) and roles[0] in _CONTROLS


def hides(attributes: Attributes) -> bool:
    """Whether an element and all that is in it is kept from everybody, or from assistive technology."""
    if not attributes:
        return False
    hidden = is_hidden(attributes) or "inert" in attributes
    return hidden or bool(_NOT_DISPLAYED.search(attributes.get("style") or ""))


def is_out_of_reach(node: LexborNode, known: dict[int, bool]) -> bool:
    """Whether an element or one it stands in is hidden. `known`: what was found out of this page's elements so far."""
    passed: list[int] = []
    at: LexborNode | None = node
    answer = False
    while at is not None:
        if at.mem_id in known:
            answer = known[at.mem_id]
            break
        passed.append(at.mem_id)
        if hides(at.attributes):
            answer = True
            break
        at = at.parent
    known.update(dict.fromkeys(passed, answer))
    return answer


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
