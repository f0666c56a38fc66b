"""Models of sites that trap spiders: each a function from a target to links, with the kind and a bound on what gets in.

`most`: URLs read in a whole crawl, the honest pages of the model included.
"""

import hashlib
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

SHOP = [f"/p/{number}" for number in range(60)]


@dataclass(frozen=True)
class Site:
    name: str
    links: object
    kind: str = ""
    most: int = 0
    text: object = None
    start: str = "/"


def asked(target):
    split = urlsplit(target)
    return split.path, dict(parse_qsl(split.query, keep_blank_values=True))


def digest(*parts):
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def month_after(year, month, steps):
    months = year * 12 + month - 1 + steps
    return months // 12, months % 12 + 1


def dates_around(year, month):
    """What a calendar shows: months and years before and after, and every day."""
    months = [month_after(year, month, steps) for steps in (-12, -1, 1, 12)]
    return months, [(year, month, day) for day in range(1, 29)]


# Calendars


def wordpress_events(target):
    """Month and day views without end, and every day is linked whether anything is on or not."""
    path, _ = asked(target)
    numbers = [int(part) for part in path.split("/") if part.isdigit()]
    year, month = (*numbers, 1)[:2] if numbers else (2026, 5)
    months, days = dates_around(year, month)
    return [
        "/about",
        "/contact",
        *(f"/events/{y}/{m:02}/" for y, m in months),
        *(f"/events/{y}/{m:02}/{d:02}/" for y, m, d in days),
    ]


def calendar_in_one_value(target):
    _, query = asked(target)
    year, month = map(int, query.get("month", "2026-05").split("-")[:2])
    months, days = dates_around(year, month)
    return [
        *(f"/calendar?month={y}-{m:02}" for y, m in months),
        *(f"/calendar?date={y}-{m:02}-{d:02}" for y, m, d in days),
    ]


def calendar_spread_over_parameters(target):
    _, query = asked(target)
    months, days = dates_around(int(query.get("year", 2026)), int(query.get("month", 5)))
    links = [f"/cal.php?view=month&year={y}&month={m}" for y, m in months]
    return links + [f"/cal.php?view=day&year={y}&month={m}&day={d}" for y, m, d in days]


def calendar_of_seconds(target):
    _, query = asked(target)
    now = int(query.get("ts", 1_780_000_000))
    return [f"/agenda?ts={now + days * 86_400}" for days in (-365, -30, -7, -1, 1, 7, 30, 365)]


def calendar_of_weeks(target):
    path, _ = asked(target)
    year, week = map(int, path.split("/")[2].split("-W")) if "-W" in path else (2026, 20)
    return [f"/rooms/{y}-W{w:02}" for y in range(year - 3, year + 4) for w in (week - 1 or 52, week, week % 52 + 1)]


def calendar_of_rooms(target):
    """Booking: fifty rooms, each with days on and on."""
    path, query = asked(target)
    year, month = map(int, query.get("from", "2026-05-01").split("-")[:2])
    months, days = dates_around(year, month)
    if path == "/":
        return [f"/room/{number}" for number in range(50)]
    dates = [f"{y}-{m:02}-{d:02}" for y, m, d in [*days, *((y, m, 1) for y, m in months)]]
    return [f"{path}?from={date}&nights=2" for date in dates]


def calendar_of_words(target):
    path, _ = asked(target)
    names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    parts = path.strip("/").split("/")
    year, month = (int(parts[1]), names.index(parts[2]) + 1) if len(parts) == 3 else (2026, 5)
    around = [month_after(year, month, steps) for steps in (-60, -12, -1, 1, 12, 60)]
    return [f"/whats-on/{y}/{names[m - 1]}" for y, m in around]


def recurring_event(target):
    """The instance of a weekly class has a page for every date, each with a link to the next and the one before."""
    path, _ = asked(target)
    day = int(path.rsplit("-", 1)[1]) if path[-2:].isdigit() else 1
    parts = path.split("/")
    year, month = map(int, parts[3].split("-")[:2]) if len(parts) > 3 else (2026, 5)
    around = [month_after(year, month, steps) for steps in (-12, -6, -1, 0, 1, 6, 12)]
    return [f"/event/{name}/{y}-{m:02}-{(day + 7) % 28 + 1:02}" for name in ("yoga", "chess") for y, m in around]


# Queries

COLORS = ["red", "blue", "green", "black", "white"]
FILTERS = {
    "color": COLORS, "size": ["s", "m", "l", "xl"], "brand": [f"b{n}" for n in range(12)],
    "price": ["0-10", "10-20", "20-50"], "sort": ["price", "name", "new"], "rating": ["3", "4", "5"],
}  # fmt: skip


def faceted(paths):
    def links(target):
        path, query = asked(target)
        if path not in paths:
            return [*paths, *SHOP]
        changed = [{**query, name: value} for name, values in FILTERS.items() for value in values]
        return [f"{path}?{urlencode(sorted(one.items()))}" for one in changed] + SHOP[:10]

    return links


def faceted_in_any_order(target):
    """Filters are appended as they are clicked."""
    _, query = asked(target)
    more = [(name, value) for name, values in FILTERS.items() if name not in query for value in values[:2]]
    return [f"/list?{urlencode([*query.items(), one])}" for one in more]


def faceted_lists(target):
    """Values are collected in one parameter."""
    _, query = asked(target)
    links = []
    for name in ("color", "size", "brand"):
        chosen = set(filter(None, query.get(name, "").split(",")))
        for value in FILTERS[name]:
            links.append(f"/list?{urlencode({**query, name: ','.join(sorted(chosen ^ {value}))})}")
    return links


def drupal_facets(target):
    chosen = [value for name, value in parse_qsl(urlsplit(target).query) if name.startswith("f[")]
    all_of_them = [f"{name}:{value}" for name, values in FILTERS.items() for value in values]
    more = [[*chosen, one] for one in all_of_them if one not in chosen]
    return [f"/search?{urlencode([(f'f[{n}]', value) for n, value in enumerate(values)])}" for values in more]


def sorted_lists(target):
    """Thirty lists, each in every order, direction, view and length."""
    path, query = asked(target)
    if not path.startswith("/list"):
        return [f"/list/{name}" for name in "abcdefghijklmnopqrstuvwxyz"]
    options = {
        "sort": ["name", "price", "date", "rank"],
        "order": ["asc", "desc"],
        "limit": ["10", "25", "50"],
        "view": ["grid", "list"],
    }
    state = {**{name: values[0] for name, values in options.items()}, **query}
    return [f"{path}?{urlencode({**state, name: value})}" for name, values in options.items() for value in values]


def wrapped_login(target):
    """Every page links to the login with itself as the place to return to, and the login does too."""
    back = quote(target, safe="")
    return [f"/login?next={back}", f"/register?next={back}", f"/help?next={back}", *SHOP[:50]]


def new_names(target):
    return [f"/x?{digest(target, number)[:9]}=1" for number in range(30)]


def growing_query(target):
    """Every link appends its parameter to the URL of the page."""
    joint = "&" if "?" in target else "?"
    return [f"{target}{joint}page={number}" for number in (1, 2, 3)]


def same_list_for_ever(target):
    """Pages past the last one show an empty list."""
    _, query = asked(target)
    page = int(query.get("page", 1))
    return [f"/list?page={page + more}" for more in (1, 2, 3, 10, 50, 100)]


def same_list_text(target):
    _, query = asked(target)
    page = int(query.get("page", 1))
    return digest(page if page < 8 else "nothing here")


def tracking(target):
    """Every link says where on which page it was clicked."""
    pages = [f"/page/{name}" for name in "abcdefghijklmnopqrstuvwxyz"]
    return [f"{page}?utm_source=site&utm_content={digest(target)[:6]}" for page in pages[:12]]


def path_text(target):
    return digest(asked(target)[0])


# Sessions


def session_in_query(name):
    def links(target):
        session = digest(target)
        return [f"{page}?{name}={session}" for page in ["/", "/about", "/cart", *SHOP]]

    return links


def session_in_query_with_others(target):
    session = digest(target)
    return [f"/viewtopic.php?t={topic}&sid={session}" for topic in range(60)]


def session_in_path(target):
    session = digest(target).upper()
    return [f"{page};jsessionid={session}.node1" for page in ["/index.jsp", *SHOP]]


def session_in_segment(target):
    session = "(S(" + digest(target)[:24] + "))"
    return [f"/{session}{page}.aspx" for page in SHOP]


def nameless_session_in_segment(target):
    return [f"/{digest(target)}{page}" for page in SHOP]


def new_value_for_each_link(target):
    """Each link has a value of its own: only the texts show that it means nothing."""
    return [f"/about?nonce={digest(target, number)}" for number in range(20)]


def time_on_each_link(target):
    return [f"{page}?_={1_780_000_000_000 + int(digest(target)[:6], 16)}" for page in SHOP]


def trail(target):
    _, query = asked(target)
    return [f"/p/{number}?trail={query.get('trail', '')}-{number}" for number in range(12)]


def grid(target):
    _, query = asked(target)
    x, y = int(query.get("x", 0)), int(query.get("y", 0))
    return [f"/map?x={x + i}&y={y + j}&z={z}" for i in (-1, 0, 1) for j in (-1, 0, 1) for z in range(3)]


# Paths


def menu_of_relative_links(size):
    sections = [f"section{number}/" for number in range(size)]
    return lambda target: [*sections, "index.html"]


def relative_list(target):
    return [f"products/item-{number}.html" for number in range(30)]


def language_put_before(target):
    return [f"/{lang}{target}" for lang in ("en", "de")]


def one_language_put_before(target):
    return [f"/en{target}"]


def looping_links(target):
    """Symbolic links: pub/mirror leads to the root again."""
    return [f"{target.rstrip('/')}/{name}/" for name in ("pub", "mirror", "pub/mirror", "docs")]


def two_by_two(target):
    return [f"{target.rstrip('/')}/a/b/"]


def tags_in_path(target):
    tags = [tag for tag in target.strip("/").split("/") if tag]
    return ["/" + "/".join([*tags, tag]) + "/" for tag in [*COLORS, "small", "large", "new"] if tag not in tags]


def filters_in_path(target):
    """`/list/color/red/size/m`, in the order of the clicks."""
    chosen = target.strip("/").split("/")[1:]
    more = [(name, value) for name, values in FILTERS.items() if name not in chosen for value in values[:2]]
    return ["/" + "/".join(["list", *chosen, *pair]) for pair in more]


def path_after_script(target):
    return ["html/category/health/070223/" + target.rsplit("/", 1)[-1][:3] + "html/category/x/070302/", "FAQ.htm"]


def slashes(target):
    return [target + "/", target + "/x"]


def every_copy(target):
    """Numbered mirrors of one site, without end."""
    place = int(target.split("/")[2]) if target.startswith("/mirror/") else 0
    return [f"/mirror/{number}/{page}" for number in (place, place + 1, place + 5) for page in "abcdefgh"]


def last_segment(target):
    return digest(target.rsplit("/", 1)[-1])


SITES = [
    Site("calendar of an events plugin", wordpress_events, "calendar", 1150),
    Site("calendar in one value", calendar_in_one_value, "calendar", 1150),
    Site("calendar spread over parameters", calendar_spread_over_parameters, "calendar", 1150),
    Site("calendar of timestamps", calendar_of_seconds, "calendar", 950),
    Site("calendar of weeks", calendar_of_weeks, "calendar", 850),
    Site("calendar of rooms", calendar_of_rooms, "calendar", 1250),
    Site("calendar with names of months", calendar_of_words, "calendar", 550),
    Site("recurring event", recurring_event, "calendar", 1000),
    Site("facets on one list", faceted(["/c/shoes"]), "endless-query", 550),
    Site("facets on twenty lists", faceted([f"/c/{n}x" for n in range(20)]), "endless-query", 1200),
    Site("facets on lists at the root", faceted([f"/shoes{n}" for n in range(12)]), "endless-query", 3300),
    Site("facets in any order", faceted_in_any_order, "endless-query", 150),
    Site("facets in lists of values", faceted_lists, "endless-query", 500),
    Site("facets as Drupal has them", drupal_facets, "endless-query", 900),
    Site("orders, directions, views", sorted_lists, "endless-query", 650),
    Site("return address within return address", wrapped_login, "endless-query", 800),
    Site("ever new names", new_names, "endless-query", 250),
    Site("growing query", growing_query, "endless-query", 100),
    Site("empty pages of a list", same_list_for_ever, "same-text", 250, same_list_text),
    Site("tracking of clicks", tracking, "same-text", 1350, path_text),
    Site("session id by name", session_in_query("PHPSESSID"), "session-id", 150),
    Site("session id by chance", session_in_query("x"), "session-id", 250),
    Site("session id of a forum", session_in_query_with_others, "session-id", 150),
    Site("session id as path parameter", session_in_path, "session-id", 150),
    Site("session id of cookieless ASP.NET", session_in_segment, "session-id", 150),
    Site("session id as segment", nameless_session_in_segment, "session-id", 250),
    Site("a new value for each link", new_value_for_each_link, "same-text", 950, path_text),
    Site("a new number for each link", time_on_each_link, "same-text", 450, path_text),
    Site("trail of clicks", trail, "same-text", 450, path_text),
    Site("map without end", grid, "same-text", 100, path_text),
    Site("menu of three relative links", menu_of_relative_links(3), "repeating-segments", 150),
    Site("menu of ten relative links", menu_of_relative_links(10), "growing-path", 450),
    Site("menu of ten, same text", menu_of_relative_links(10), "growing-path", 450, last_segment),
    Site("relative links of a list", relative_list, "repeating-segments", 100),
    Site("language put before", language_put_before, "repeating-segments", 150),
    Site("one language put before", one_language_put_before, "repeating-segments", 50),
    Site("symbolic links", looping_links, "repeating-segments", 150),
    Site("two by two", two_by_two, "repeating-segments", 50),
    Site("tags in the path", tags_in_path, "growing-path", 200),
    Site("names and values in the path", filters_in_path, "growing-path", 1850),
    Site("path after a script", path_after_script, "growing-path", 50, start="/index.shtml/discuss/category/061121/"),
    Site("slashes", slashes, "repeating-segments", 150, None, "/a/"),
    Site("numbered mirrors", every_copy, "same-text", 200, last_segment),
]  # fmt: skip
