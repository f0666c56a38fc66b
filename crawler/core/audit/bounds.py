"""The limits of reading one page: what the pre-test lets through to the parser, and what is kept."""

from typing import Final

from crawler.core.limits import Limit

TAGS: Final = Limit("page-tags", 250_000, "tags", "'<' characters; a tree of more takes seconds and hundreds of MB")
NESTING: Final = Limit("page-nesting", 512, "levels", "browsers stop nesting there; the parser's cost is tags x depth")
TAG_ATTRIBUTES: Final = Limit("tag-attributes", 256, "attributes", "of one tag; the parser compares each with each")
ATTRIBUTES: Final = Limit("page-attributes", 300_000, "attributes", "of tags over 40 bytes; bounds the same cost")
REBUILT: Final = Limit(
    "page-rebuilt", 500_000, "elements", "of formatting left open and built again; some 300 bytes each"
)

TEXT_READ: Final = Limit("text-read", 32 * 1024 * 1024, "characters", "nested elements repeat their text")
TEXT_KEPT: Final = Limit("text-kept", 1000, "characters", "of a title, a heading, a link or a description")
ITEMS_KEPT: Final = Limit("items-kept", 2000, "items", "images, headings, resources or controls of one page")
FACTS_KEPT: Final = Limit("facts-kept", 1024 * 1024, "characters", "of links, images and resources of one page")
ANCHORS_KEPT: Final = Limit("anchors-kept", 20_000, "names", "ids and names a fragment may point at")
BLOCK_KEPT: Final = Limit("block-kept", 256 * 1024, "characters", "of one JSON-LD block; larger ones are not judged")
MARKS_READ: Final = Limit("marks-read", 4000, "elements", "with microdata or RDFa attributes, of one page")
ITEM_DEPTH: Final = Limit("item-depth", 16, "levels", "of structured data within structured data")
VALUES_READ: Final = Limit("values-read", 5000, "values", "of all JSON-LD of one page")
TYPES_KEPT: Final = Limit("types-kept", 20, "types", "of structured data that a report names for one page")
