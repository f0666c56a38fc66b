"""Every number the checks compare with, each with its source. A convention never raises more than a notice."""

from typing import Final

TITLE_PIXELS: Final = 561  # a result's title is cut about there on a desktop screen, in Arial 20 px (convention)
TITLE_CHARACTERS: Final = 60  # convention
TITLE_SHORT: Final = 30  # convention
TITLE_SHORT_WIDE: Final = 10  # the same for Chinese, Japanese and Korean, whose characters say more
DESCRIPTION_CHARACTERS: Final = 155  # convention
DESCRIPTION_WIDE: Final = 80  # the same width in full-width characters
DESCRIPTION_SHORT: Final = 70  # convention
DESCRIPTION_SHORT_WIDE: Final = 35
THIN_WORDS: Final = 200  # convention; search engines name no number
SCRIPT_ONLY_WORDS: Final = 50  # fewer words than this in the HTML, and a root that scripts fill
NOT_FOUND_WORDS: Final = 600  # a page of more words is not an error page for its title alone (convention)
NEAR_DUPLICATE: Final = 0.90  # what Screaming Frog's near duplicates begin with, too
NEAR_LENGTH: Final = 0.80  # of the longer text's words: only the beginning of long texts is compared
SAME_TEXT_WORDS: Final = 20  # fewer may be the same by chance: "no results" (convention)
FEW_INLINKS_SHARE: Final = 0.5  # where more pages than that hang on one link, none of them stands out (convention)
RENDERED_LINKS: Final = 0.25  # of the links, that only one of the two documents has (convention)
DEPTH_CLICKS: Final = 4  # convention
NOINDEX_SHARE: Final = 0.5  # of the pages that were read
SLOW_SECONDS: Final = 1.0  # web.dev calls 0.8 s good
VERY_SLOW_SECONDS: Final = 3.0
HTML_BYTES: Final = 2 * 1024 * 1024  # a search engine reads the first 2 MB of a page
HTML_BYTES_NOTICE: Final = 500_000  # convention
REDIRECT_HOPS: Final = 2
SAME_SEGMENT: Final = 3  # a path segment that often in one path is a trap
TRAP_URLS: Final = 50  # URLs of one path pattern
TO_ROOT_PAGES: Final = 3  # pages that share one improbable canonical or redirect target
REFRESH_SECONDS: Final = 20
HSTS_SECONDS: Final = 15_552_000  # 180 days; the preload list asks for a year
CHARSET_BYTES: Final = 1024  # the HTML standard looks no further
ZOOM: Final = 2.0  # WCAG 1.4.4: text can be resized to 200 %
ROBOTS_BYTES: Final = 500 * 1024  # RFC 9309 2.5
LASTMOD_ENTRIES: Final = 50
LASTMOD_SHARE: Final = 0.95
URL_CHARACTERS: Final = 115  # convention
MANY_LINKS: Final = 1000  # of one page (convention)
EXPIRING_DAYS: Final = 30  # a certificate that ends so soon is a notice,
EXPIRING_SOON_DAYS: Final = 14  # and so soon a warning
SOURCES_SHOWN: Final = 10  # pages named in one finding's evidence; the rest are counted
