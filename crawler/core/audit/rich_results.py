"""What rich results ask of each type, as Google's search gallery documents it, and which items they ask it of.

An item is asked for what its type requires where it stands by itself. Nested in another it serves that one: then it is
asked only where its parent's result shows it (the offer of a product, the rating of a review).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from crawler.core.audit import schema_org
from crawler.core.audit.structured import Item

Known = Callable[[], Mapping[str, frozenset[str]]]  # what is said of each id, found out when it is asked for
Wants = tuple[tuple[str, ...], ...]  # of the names in one tuple, one is enough


class Rule(NamedTuple):
    """What a type must say and what it should; `parts`: of which nested items which rule is asked."""

    required: Wants = ()
    recommended: Wants = ()
    parts: tuple[tuple[str, str], ...] = ()  # property, name of a rule


_RATED: Final = (("review", "aggregateRating", "reviews"),)
_RATINGS: Final = (("aggregateRating", "AggregateRating"), ("review", "Review in"), ("reviews", "Review in"))
_PRICE: Final = ("price", "priceSpecification")
_ANSWERS: Final = (("acceptedAnswer", "Answer"), ("suggestedAnswer", "Answer"))


def _each(*names: str) -> Wants:
    return tuple(tuple(name.split("|")) for name in names)


#: By type; a name of two words is asked of parts only. https://developers.google.com/search/docs/appearance/
#: structured-data/search-gallery, a page for each; Article and Organization have recommended properties only.
RULES: Final[Mapping[str, Rule]] = {
    "Product": Rule(
        _each("name", "review|aggregateRating|offers|reviews|hasVariant"), _each("image", "description"),
        (("offers", "Offer of"), *_RATINGS),
    ),
    "Offer of": Rule(_each("price|priceSpecification"), _each("availability")),
    "AggregateOffer": Rule(_each("lowPrice|offers", "priceCurrency|offers")),
    "AggregateRating": Rule(_each("ratingValue", "ratingCount|reviewCount")),
    "Review in": Rule(_each("author", "reviewRating"), (), (("reviewRating", "Rating of"),)),
    "Review": Rule(
        _each("itemReviewed", "author", "reviewRating"), _each("datePublished"), (("reviewRating", "Rating of"),)
    ),
    "Rating of": Rule(_each("ratingValue")),
    "ClaimReview": Rule(_each("claimReviewed", "reviewRating", "url")),
    "Article": Rule((), _each("headline|name", "image|thumbnailUrl", "datePublished", "author|creator")),
    "DiscussionForumPosting": Rule(_each("author", "datePublished", "text|articleBody|image|video|sharedContent")),
    "Recipe": Rule(
        _each("name", "image"),
        _each("author", "recipeIngredient|ingredients", "recipeInstructions|step", "totalTime|cookTime|prepTime"),
        (*_RATINGS, ("video", "VideoObject")),
    ),
    "Event": Rule(
        _each("name", "startDate", "location"), _each("description", "endDate", "image"),
    ),
    "JobPosting": Rule(
        _each("title", "description", "datePosted", "hiringOrganization", "jobLocation|applicantLocationRequirements"),
        _each("validThrough", "employmentType", "baseSalary"),
    ),
    "LocalBusiness": Rule(
        _each("name", "address"), _each("telephone", "openingHoursSpecification|openingHours", "url"), _RATINGS
    ),
    "Organization": Rule((), _each("name", "url", "logo")),
    "FAQPage": Rule(_each("mainEntity"), (), (("mainEntity", "Question in"),)),
    "Question in": Rule(_each("name", "acceptedAnswer"), (), _ANSWERS),
    "QAPage": Rule(_each("mainEntity"), (), (("mainEntity", "Question of"),)),
    "Question of": Rule(_each("name", "answerCount", "acceptedAnswer|suggestedAnswer"), (), _ANSWERS),
    "Answer": Rule(_each("text")),
    "HowTo": Rule(_each("name", "step|steps")),
    "BreadcrumbList": Rule(_each("itemListElement"), (), (("itemListElement", "ListItem of"),)),
    "ListItem of": Rule(_each("position", "name|item")),
    "ItemList": Rule(_each("itemListElement")),
    "VideoObject": Rule(
        _each("name", "thumbnailUrl|thumbnail", "uploadDate"), _each("description", "duration", "contentUrl|embedUrl")
    ),
    "Course": Rule(_each("name", "description"), _each("provider")),
    "SoftwareApplication": Rule(
        _each("name", "offers", "aggregateRating|review|reviews"), _each("applicationCategory", "operatingSystem"),
        (("offers", "Offer of"), *_RATINGS),
    ),
    "Movie": Rule(_each("name", "image"), _each("dateCreated|datePublished", "director"), _RATINGS),
    "Book": Rule(_each("name"), _each("author"), _RATINGS),
    "Dataset": Rule(_each("name", "description"), _each("license", "creator")),
}  # fmt: skip
#: Rules that hold for the kinds of a type too, and the kinds for which there is another result or none.
_FAMILIES: Final = ("Article", "Event", "LocalBusiness", "SoftwareApplication")
_NOT_OF: Final = {
    "Event": frozenset({"CourseInstance", "PublicationEvent", "DeliveryEvent", "EventSeries"}),
    "SoftwareApplication": frozenset({"VideoGame"}),
    "Article": frozenset({"DiscussionForumPosting", "Review"}),
}
_ALIASES: Final = {"CriticReview": "Review", "OnlineStore": "Organization", "Corporation": "Organization"}
#: Said by the part of the whole, it is the same as said by the whole of the part.
_REVERSED: Final = {
    "itemReviewed": ("review", "aggregateRating"),
    "itemOffered": ("offers",),
    "isVariantOf": ("hasVariant",),
}


#: What a page names as its own matter.
_ABOUT: Final = ("mainEntity", "breadcrumb")


class Lack(NamedTuple):
    """An item, the rule it was asked by, and what it does not say."""

    item: Item
    kind: str
    names: tuple[str, ...]
    line: int | None


def lacking(items: Sequence[Item], *, recommended: bool = False) -> Iterator[Lack]:
    """What the items of a page do not say and rich results require, or recommend."""
    known = cache(lambda: _known(items))
    for item, line in _standing(items):
        for kind in rules_of(item):
            yield from _asked(item, kind, known, line, recommended)


def _standing(items: Sequence[Item]) -> Iterator[tuple[Item, int | None]]:
    """The items that stand by themselves, with their lines: the outermost, and what a page says that it is about."""
    for item in items:
        yield item, item.line
        if any("WebPage" in schema_org.kinds(name) for name in item.own):
            inner = [value for name in _ABOUT for value in item.get(name) if isinstance(value, Item)]
            yield from ((one, item.line) for one, _ in _standing(inner))


def rules_of(item: Item) -> tuple[str, ...]:
    """The names of the rules an outermost item is asked by; a mere reference by none."""
    if item.is_reference:
        return ()
    return tuple(dict.fromkeys(filter(None, map(_rule_of, item.own))))


def _rule_of(name: str) -> str:
    name = _ALIASES.get(name, name)
    if name in RULES:
        return name
    kinds = schema_org.kinds(name)
    return next((kind for kind in _FAMILIES if kind in kinds and not kinds & _NOT_OF.get(kind, frozenset())), "")


def _asked(item: Item, kind: str, known: Known, line: int | None, recommended: bool) -> Iterator[Lack]:
    rule = RULES[kind]
    said = item.said
    if item.id:
        said |= known().get(item.id, frozenset())
    wanted = rule.recommended if recommended else rule.required
    names = [" or ".join(_shown(names)) for names in wanted if said.isdisjoint(names)]
    names += [] if recommended else _more(item, kind)
    if names:
        yield Lack(item, kind.partition(" ")[0], tuple(names), line)
    for name, part in rule.parts:
        for value in item.get(name):
            if isinstance(value, Item) and not value.is_reference:
                yield from _asked(value, _part(value, part), known, line, recommended)


def _shown(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of former times count, and are not advised."""
    return tuple(name for name in names if name not in ("reviews", "ingredients", "steps", "hasVariant"))


def _part(item: Item, kind: str) -> str:
    return "AggregateOffer" if "AggregateOffer" in item.own else kind


def _more(item: Item, kind: str) -> list[str]:
    """What is required only because of what else is said."""
    if kind == "Offer of" and any(map(_costs, item.get("price"))) and not item.get("priceCurrency"):
        return [] if item.get("priceSpecification") else ["priceCurrency"]
    if kind == "ListItem of" and not item.get("name"):
        named = any(isinstance(one, Item) and (one.get("name") or one.is_reference) for one in item.get("item"))
        return [] if named or not item.get("item") else ["name"]
    return []


def _costs(price: object) -> bool:
    """What costs nothing needs no currency."""
    return str(price).strip(" 0.,") != ""


def _known(items: Sequence[Item]) -> Mapping[str, frozenset[str]]:
    """What is said of each id anywhere on the page: nodes of one id are one thing."""
    known: dict[str, set[str]] = {}
    todo: list[Item] = list(items)
    while todo:
        item = todo.pop()
        todo.extend(value for _, values in item.properties for value in values if isinstance(value, Item))
        if item.id:
            known.setdefault(item.id, set()).update(item.said)
        for name, told in _REVERSED.items():
            for whole in item.get(name):
                if isinstance(whole, Item) and whole.id:
                    known.setdefault(whole.id, set()).update(told)
    return {id: frozenset(names) for id, names in known.items()}
