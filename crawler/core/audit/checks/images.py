"""Images, frames and form controls: what people who do not see the page get."""

from crawler.core.audit import thresholds
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import page_check
from crawler.core.audit.wording import fold

_NOT_LABELLED = frozenset({"hidden", "submit", "button", "reset", "image"})
_SHOWN = 5


@page_check(
    "img-alt-missing", "accessibility", "warning",
    title="An image has no text alternative",
    why="Who does not see the image learns nothing of it, and image search neither.",
    fix='Add an alt that says what the image says; alt="" if it only decorates.',
    source="WCAG 1.1.1; Google Search Central: images",
)  # fmt: skip
def alt_missing(page: Page) -> Said:
    bad = [x for x in page.images if (x.alt is None and not x.hidden) or (x.only_content and not (x.alt or "").strip())]
    if bad:
        sources = ", ".join(quoted(image.target.raw, 60) for image in bad[:_SHOWN])
        rest = f" and {len(bad) - _SHOWN} more" if len(bad) > _SHOWN else ""
        also = {"count": len(bad), "images": tuple(image.target.raw[:500] for image in bad[:50])}
        yield Hit(f"{count(len(bad), 'image')}: {sources}{rest}", also=also)


@page_check(
    "img-alt-too-long", "accessibility", "notice",
    title="A text alternative is very long",
    why="Screen readers read it in one go; nobody can stop or go back within it.",
    fix="Say what matters in a sentence, and put the rest into the page.",
    source="Convention",
)  # fmt: skip
def alt_too_long(page: Page) -> Said:
    bad = [image for image in page.images if len(fold(image.alt or "")) > thresholds.ALT_CHARACTERS]
    if bad:
        longest = max(len(fold(image.alt or "")) for image in bad)
        source = quoted(bad[0].target.raw, 60)
        yield Hit(
            f"{count(len(bad), 'image')}, up to {longest} characters, the first {source}", also={"count": len(bad)}
        )


@page_check(
    "img-no-dimensions", "performance", "notice",
    title="Images have no size in the HTML",
    why="The page jumps while they load.",
    fix="Give each <img> width and height.",
    source="web.dev: layout shift; Lighthouse: unsized-images",
)  # fmt: skip
def no_dimensions(page: Page) -> Said:
    bad = [image for image in page.images if not image.sized]
    if bad:
        yield Hit(f"{count(len(bad), 'image')}, the first {quoted(bad[0].target.raw, 80)}", also={"count": len(bad)})


@page_check(
    "a11y-form-label", "accessibility", "warning",
    title="A form field has no label",
    why="Screen readers announce “edit text” and nobody knows what to type.",
    fix="Connect a <label> to the field.",
    source="WCAG 1.3.1 and 4.1.2",
)  # fmt: skip
def form_label(page: Page) -> Said:
    fields = [x for x in page.controls if x.tag != "button" and x.type not in _NOT_LABELLED and not x.named]
    if fields:
        names = ", ".join(f"{x.tag} {quoted(x.name, 40)}" if x.name else x.tag for x in fields[:_SHOWN])
        yield Hit(f"{count(len(fields), 'field')}: {names}", also={"count": len(fields)})


@page_check(
    "a11y-button-name", "accessibility", "warning",
    title="A button has no name",
    why="Screen readers announce “button” and nobody knows what it does.",
    fix="Put a text in it, or an aria-label on it.",
    source="WCAG 4.1.2",
)  # fmt: skip
def button_name(page: Page) -> Said:
    bad = [x for x in page.controls if (x.tag == "button" or x.type == "image") and not x.named]
    if bad:
        yield Hit(count(len(bad), "button without a name", "buttons without a name"), also={"count": len(bad)})


@page_check(
    "a11y-frame-title", "accessibility", "warning",
    title="A frame has no title",
    why="Screen readers cannot say what is in it.",
    fix="Give the <iframe> a title.",
    source="WCAG 4.1.2",
)  # fmt: skip
def frame_title(page: Page) -> Said:
    if page.frames_untitled:
        yield Hit(count(page.frames_untitled, "frame without a title", "frames without a title"))
