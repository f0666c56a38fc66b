"""Reads the source tree and the lock: what must never come back is looked for here, and every rule is shown to fire.

A rule takes the path of a file and its text and yields faults. It knows code from data: engines and browsers may be
named in tables and comments, but no string that looks like a whole User-Agent stands outside `core/identity.py`.
"""

import ast
import importlib.metadata
import re
import tomllib
from pathlib import Path

import pytest

from crawler.core.identity import USER_AGENT

ROOT = Path(__file__).resolve().parents[1]
IDENTITY = "crawler/core/identity.py"
TREES = ("crawler", "settings_profiles", "deploy")
TOP = ("pyproject.toml", "Makefile", "scrapy.cfg", ".ci/run", "README.md")
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in sorted([*(p for tree in TREES for p in (ROOT / tree).rglob("*")), *(ROOT / name for name in TOP)])
    if path.is_file() and path.suffix not in (".pyc", ".png", ".ico", ".woff2")
}
LOCK = (ROOT / "requirements.lock").read_text("utf-8")

# Reading Python


def dotted(node):
    """`a.b.c` of a chain of names; "" where it starts at a call, a literal or the like."""
    if isinstance(node, ast.Name):
        return node.id
    base = dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{base}.{node.attr}" if base else ""


def text_of(node):
    """The text of a string or bytes literal, with holes where an f-string has them; None for anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, bytes):
        return node.value.decode("latin-1")
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def prose(tree):
    """Docstrings and other strings that stand alone as a statement."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def settings_of(node):
    """(name, value) of everything in this node that gives a named thing a value."""
    if isinstance(node, ast.Dict):
        yield from ((text_of(key), value) for key, value in zip(node.keys, node.values, strict=True))
    elif isinstance(node, ast.Call):
        yield from ((keyword.arg, keyword.value) for keyword in node.keywords)
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if re.match(r"set|add|append", method) and len(node.args) >= 2:
            yield text_of(node.args[0]), node.args[1]
    elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Subscript):
                yield text_of(target.slice), node.value
            else:
                yield getattr(target, "attr", getattr(target, "id", None)), node.value


# Identity

AGENT_LIKE = re.compile(
    r"\bMozilla/\d|\b(AppleWebKit|Gecko|Chrome|Chromium|HeadlessChrome|Safari|Firefox|Edg|OPR|Opera|Trident)/\d"
    r"|\b(curl|Wget|python-requests|aiohttp|httpx|Scrapy|okhttp|Java|Go-http-client|axios)/\d"
    r"|\b\w*([Bb]ot|[Ss]pider|[Cc]rawler|Slurp)/\d"
)
AGENT_NAME = re.compile(r"(\w+_)?user_?-?agents?(_override)?", re.IGNORECASE)
READERS = re.compile(r"(.*\.)?(get|getenv|getattr|getlist|getdict|getbool|getwithbase|pop|setdefault)")


def another_user_agent(path, text):
    """A string that looks like a whole User-Agent."""
    if path == IDENTITY:
        return
    if not path.endswith(".py"):
        if path.startswith(TREES) and AGENT_LIKE.search(text.replace(USER_AGENT, "")):
            yield "looks like another User-Agent"
        return
    tree = ast.parse(text)
    alone = prose(tree)
    for node in ast.walk(tree):
        if id(node) not in alone and AGENT_LIKE.search(text_of(node) or ""):
            yield f"line {node.lineno}: looks like another User-Agent"


def identity_made_here(path, text):
    """A User-Agent given a value that is not `identity.…`; the bare field name and an enum's member are data."""
    if path == IDENTITY or not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        for name, value in settings_of(node):
            if name is None or not (AGENT_NAME.fullmatch(name) or name == "From"):
                continue
            field = AGENT_NAME.fullmatch(text_of(value) or "")
            if not field and not re.match(r"identity\.|[A-Z]\w*\.", dotted(value)):
                yield f"line {node.lineno}: {name} is made here"


def identity_read_elsewhere(path, text):
    """A User-Agent taken from settings, the environment, a spider or a request."""
    if path == IDENTITY or not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        names = []
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)
            names = [text_of(part) for part in node.args] if READERS.fullmatch(called or "") else []
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            names = [text_of(node.slice)]
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            known = re.match(r"(.*\.)?identity$|self$|[A-Z]\w*$", dotted(node.value) or "")
            names = [] if known else [node.attr]
        if any(name and AGENT_NAME.fullmatch(name) for name in names):
            yield f"line {node.lineno}: the identity is read from somewhere else"


# Hiding, and other ways out

TOKENS = (
    "navigator.webdriver", "AutomationControlled", "excludeSwitches", "useAutomationExtension", "enable-automation",
    "setUserAgentOverride", "--user-agent", "--proxy-server", "ProxyAgent", "HttpProxyMiddleware",
    "UserAgentMiddleware", "2captcha", "anti-captcha", "capsolver", "g-recaptcha-response",
)  # fmt: skip
PROXY_VARIABLE = re.compile(r"(https?|all|ftp|socks)_prox(y|ies)", re.IGNORECASE)


def hiding(path, text):
    """What a robot that hides is made of."""
    for number, line in enumerate(text.splitlines(), 1):
        for token in TOKENS:
            if re.search(rf"(?<![\w-]){re.escape(token)}(?!\w)", line):
                yield f"line {number}: {token}"


def proxies(path, text):
    """A proxy named, in options, meta, keywords or the environment; asking whether one is named is allowed."""
    if not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        for name, _ in settings_of(node):
            if name and re.fullmatch(r"prox(y|ies)", name, re.IGNORECASE):
                yield f"line {node.lineno}: a proxy is given"
        if PROXY_VARIABLE.fullmatch(text_of(node) or ""):
            yield f"line {node.lineno}: a proxy is taken from the environment"


# Packages

#: Normalised names (PEP 503). Words fit any name that has them; the list is of those that do not say what they are.
BANNED_WORDS = re.compile(
    r"captcha|stealth|undetect|impersonat|rotat|user-?agents?|useragents?|fake|prox(y|ies)|anti-?bot|bypass|cloudscraper|turnstile"
)
BANNED = frozenset(
    {
        *("curl-cffi", "tls-client", "noble-tls", "hrequests", "primp", "rnet", "wreq", "cfscrape", "flaresolverr"),
        *("capsolver", "capmonstercloudclient", "deathbycaptcha", "nopecha", "pysocks", "socks", "aiohttp-socks"),
        *(
            "httpx-socks",
            "python-socks",
            "stem",
            "torpy",
            "requests-tor",
            "scrapoxy",
            "nodriver",
            "zendriver",
            "camoufox",
        ),
        *(
            "botasaurus",
            "botright",
            "patchright",
            "rebrowser-playwright",
            "seleniumbase",
            "selenium-wire",
            "requests-ip-rotator",
        ),
        *(
            "scrapling",
            "crawlee",
            "browserforge",
            "apify-fingerprint-datapoints",
            "requests-ip-rotator",
            "scrapy-crawlera",
        ),
        *("scrapy-zyte-api", "scrapingbee", "scrapy-scrapingbee", "scraperapi-sdk", "brightdata-sdk"),
    }
)


def normalised(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def banned(name):
    return normalised(name) in BANNED or bool(BANNED_WORDS.search(normalised(name)))


def locked(text):
    return [normalised(name) for name in re.findall(r"^([A-Za-z0-9][\w.-]*)", text, re.MULTILINE)]


def lock_packages(path, text):
    yield from (f"the package {name}" for name in locked(text) if banned(name))


def project_packages(path, text):
    project = tomllib.loads(text)["project"]
    extras = [one for group in project.get("optional-dependencies", {}).values() for one in group]
    names = [re.match(r"[\w.-]+", wanted)[0] for wanted in [*project["dependencies"], *extras]]
    yield from (f"the package {name}" for name in names if banned(name))


def imports(path, text):
    """Modules imported, by name and by string."""
    if not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or "", *(alias.name for alias in node.names if alias.name.islower())]
        elif isinstance(node, ast.Call) and re.search(r"import_module$|__import__$|load_object$", dotted(node.func)):
            modules = [text_of(part) or "" for part in node.args]
        for module in modules:
            if any(banned(part) for part in module.split(".")):
                yield f"line {node.lineno}: imports {module}"


# The lock


def lock_form(path, text):
    """Every entry pinned and hashed; no index, no link, no URL, no folder."""
    for entry in re.split(r"(?<!\\)\n", text.strip("\n")):
        first = entry.split("\n")[0].rstrip(" \\")
        if re.search(r"://|^\s*-|\s@\s|--(index|extra|find|trusted)", entry) or entry.startswith((".", "/")):
            yield f"{first}: an option, an index, a URL or a folder"
        elif not re.match(r"[A-Za-z0-9][\w.-]*==[\w.!+]+( ; [^\n]+?)?( \\)?(\n|$)", entry):
            yield f"{first}: not one pinned version"
        elif not re.fullmatch(r"[^\n]+ \\\n(\s+--hash=sha256:[0-9a-f]{64}( \\\n)?)+", entry):
            yield f"{first}: without hashes"


STRONG = re.compile(r"(?<![A-Za-z])A?GPL(?!-compatible)|GNU (Affero )?General Public", re.IGNORECASE)
WEAK = re.compile(r"\bLGPL|Lesser General Public|\bMPL|Mozilla Public", re.IGNORECASE)
#: Used as they come, not changed and not shipped; no code of ours is a file of theirs.
KNOWN_WEAK = {
    "certifi": "MPL-2.0: a file of authorities",
    "hypothesis": "MPL-2.0: for the tests",
    "pathspec": "MPL-2.0: of mypy, for the tests",
}


def licence(metadata):
    """All that a distribution says of its licence, the long text left out: its first line names it."""
    classifiers = [line for line in metadata.get_all("Classifier", []) if line.startswith("License ::")]
    stated = (metadata.get("License") or "").strip()[:100]
    return "; ".join(filter(None, [metadata.get("License-Expression"), stated, *classifiers]))


def installed():
    """Name and stated licence of what the lock pins and this platform has."""
    for name in sorted(set(locked(LOCK))):
        try:
            yield name, licence(importlib.metadata.metadata(name))
        except importlib.metadata.PackageNotFoundError:
            continue


# Where we are, and how long a module is

REGISTRIES = re.compile(
    r"pypi\.org|pythonhosted\.org|pypi\.python\.org|registry\.npmjs\.org|registry\.yarnpkg\.com|conda\.anaconda\.org"
    r"|crates\.io|proxy\.golang\.org|rubygems\.org|/simple/?[\"'\s]|devpi|artifactory|PIP_INDEX_URL|--(extra-)?index-url"
)
MACHINE = re.compile(r"(?<![\w.~}/-])/(home|root|work|Users)/|[A-Z]:\\\\?Users")


def registries(path, text):
    yield from (f"names {found[0]}" for found in REGISTRIES.finditer(text))


def machine_paths(path, text):
    yield from (f"a folder of somebody's machine: {found[0]}" for found in MACHINE.finditer(text))


def length(path, text):
    if path.startswith("crawler/") and path.endswith(".py") and text.count("\n") > 400:
        yield f"{text.count(chr(10))} lines; past 400 they are two modules"


#: Underscored names of others, each with the reason why there is no public way.
UNDERSCORED = {"etree._Element": "lxml's type of an element has no other name; in annotations only"}


def underscored(path, text):
    """Underscored names of what is not ours: attributes, imports and getattr; `self`, `cls` and `super()` are ours."""
    if not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        name = ""
        if isinstance(node, ast.Attribute) and private(node.attr):
            ours = dotted(node.value) in ("self", "cls") or ast.unparse(node.value) == "super()"
            name = "" if ours else ast.unparse(node)
        elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("crawler"):
            name = next((alias.name for alias in node.names if private(alias.name)), "")
        elif isinstance(node, ast.Call) and dotted(node.func) in ("getattr", "setattr", "delattr"):
            name = next((said for said in map(text_of, node.args[1:2]) if said and private(said)), "")
        if name and name not in UNDERSCORED:
            yield f"line {node.lineno}: {name}"


def private(name):
    return name.startswith("_") and not name.endswith("__")


# What holds

RULES = [
    *(another_user_agent, identity_made_here, identity_read_elsewhere, hiding, proxies, imports),
    *(machine_paths, length, underscored),
]


@pytest.mark.parametrize("rule", [*RULES, registries], ids=lambda rule: rule.__name__)
def test_the_source_tree_holds_to(rule):
    # `make lock` tells the tool to name no index, and has to name the option for that.
    texts = {path: text.replace("--no-emit-index-url", "") for path, text in SOURCES.items()}
    assert [f"{path}: {fault}" for path, text in texts.items() for fault in rule(path, text)] == []


@pytest.mark.parametrize("rule", [lock_packages, lock_form, registries], ids=lambda rule: rule.__name__)
def test_the_lock_holds_to(rule):
    assert list(rule("requirements.lock", LOCK)) == []


def test_the_project_asks_for_no_banned_package():
    assert list(project_packages("pyproject.toml", SOURCES["pyproject.toml"])) == []


def test_the_walk_sees_the_tree():
    assert {IDENTITY, "crawler/settings.py", "settings_profiles/development.py", "deploy/setup.sh"} <= set(SOURCES)
    assert len(locked(LOCK)) > 40


def test_the_identity_stands_in_its_file_once():
    assert len(AGENT_LIKE.findall(SOURCES[IDENTITY])) == 1


def test_no_distribution_is_under_the_gpl():
    assert [f"{name}: {said}" for name, said in installed() if STRONG.search(said)] == []


def test_every_distribution_states_a_licence():
    assert [name for name, said in installed() if not said] == []


def test_weak_copyleft_is_listed_by_name():
    assert {name for name, said in installed() if WEAK.search(said)} == set(KNOWN_WEAK)


def test_an_allowed_underscore_is_still_in_use():
    assert all(any(name in text for text in SOURCES.values()) for name in UNDERSCORED)


# Every rule fires, and leaves the nearest innocent alone

HASH = "    --hash=sha256:" + "a" * 64
FIRES = [
    (another_user_agent, "UA = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'"),
    (another_user_agent, "AGENTS = ['Googlebot/2.1 (+http://www.google.com/bot.html)']"),
    (another_user_agent, "x = b'curl/8.5.0'"),
    (another_user_agent, "x = f'Mozilla/5.0 (compatible; {name}/1.0)'"),
    (another_user_agent, "x = f'LessonPeakSeoBot/2.0'"),
    (identity_made_here, "request.headers['User-Agent'] = choice(AGENTS)"),
    (identity_made_here, "Request(url, headers={'User-Agent': 'x'})"),
    (identity_made_here, "Request(url, headers={b'user-agent': agent})"),
    (identity_made_here, "browser.new_context(user_agent='x')"),
    (identity_made_here, "headers.addRawHeader('User-Agent', agent)"),
    (identity_made_here, "class S:\n    user_agent = 'x'"),
    (identity_made_here, "USER_AGENT: str = environ['X']"),
    (identity_made_here, "spider.user_agent = make()"),
    (identity_made_here, "headers = {'From': 'me@example.com'}"),
    (identity_read_elsewhere, "x = os.getenv('USER_AGENT')"),
    (identity_read_elsewhere, "x = os.environ['CRAWLER_USER_AGENT']"),
    (identity_read_elsewhere, "x = os.environ.get('SCRAPY_USER_AGENT', 'x')"),
    (identity_read_elsewhere, "x = crawler.settings.get('USER_AGENT')"),
    (identity_read_elsewhere, "x = settings['USER_AGENT']"),
    (identity_read_elsewhere, "x = getattr(spider, 'user_agent', None)"),
    (identity_read_elsewhere, "x = spider.user_agent"),
    (identity_read_elsewhere, "x = request.headers.get('User-Agent')"),
    (hiding, "page.add_init_script('delete navigator.webdriver')"),
    (hiding, "args = ['--disable-blink-features=AutomationControlled']"),
    (hiding, "args = ['--user-agent=x']"),
    (hiding, "args = ['--proxy-server=http://x']"),
    (hiding, "from twisted.web.client import ProxyAgent"),
    (proxies, "playwright.chromium.launch(proxy={'server': 'x'})"),
    (proxies, "OPTIONS = {'proxy': {'server': 'x'}}"),
    (proxies, "request.meta['proxy'] = 'http://x'"),
    (proxies, "get(url, proxies=x)"),
    (proxies, "x = os.environ.get('HTTPS_PROXY')"),
    (imports, "import fake_useragent"),
    (imports, "from playwright_stealth import stealth_async"),
    (imports, "from curl_cffi import requests"),
    (imports, "import undetected_chromedriver.v2 as uc"),
    (imports, "from scrapy.downloadermiddlewares import httpproxy"),
    (imports, "importlib.import_module('cloudscraper')"),
    (imports, "import socks"),
    (registries, "index = 'https://pypi.org/simple'"),
    (registries, "RUN pip install --index-url x"),
    (registries, "npm --registry=https://registry.npmjs.org"),
    (machine_paths, "path = '/home/ann/crawler'"),
    (machine_paths, "WorkingDirectory=/root/x"),
    (machine_paths, "cd /work/main"),
    (machine_paths, "'C:\\Users\\ann'"),
    (length, "x = 1\n" * 401),
    (underscored, "crawler.engine._slot.close()"),
    (underscored, "x = response._body"),
    (underscored, "super().x._y()"),
    (underscored, "from scrapy.utils.misc import _load"),
    (underscored, "getattr(agent, '_pool')"),
    (lock_packages, f"scrapy-rotating-proxies==1.0 \\\n{HASH}\n"),
    (lock_form, "scrapy==2.19.0\n"),
    (lock_form, f"scrapy>=2.19.0 \\\n{HASH}\n"),
    (lock_form, f"scrapy==2.19.* \\\n{HASH}\n"),
    (lock_form, f"scrapy @ file:///x \\\n{HASH}\n"),
    (lock_form, f"--index-url https://example.com/simple\nscrapy==2.19.0 \\\n{HASH}\n"),
    (lock_form, f"# from https://example.com/\nscrapy==2.19.0 \\\n{HASH}\n"),
    (lock_form, f"-e .\nscrapy==2.19.0 \\\n{HASH}\n"),
    (lock_form, "scrapy==2.19.0 \\\n    --hash=md5:aaaa\n"),
    (lock_form, f"scrapy==2.19.0 \\\n{HASH}\ntwisted==26.10.0\n"),
    (project_packages, "[project]\ndependencies = ['curl-cffi>=0.7']"),
    (project_packages, "[project]\ndependencies = []\noptional-dependencies.x = ['2captcha-python']"),
]  # fmt: skip
INNOCENT = [
    (another_user_agent, '"""Reads `Mozilla/5.0 (compatible; bingbot/2.0)` as bingbot."""'),
    (another_user_agent, "# a browser says Mozilla/5.0\nENGINES = {'googlebot': 'Google', 'bingbot': 'Bing'}"),
    (another_user_agent, "TOKEN = re.compile(r'([a-z-]+)/[0-9.]+')\nx = 'robots.txt/1'"),
    (identity_made_here, "headers = {'User-Agent': identity.USER_AGENT}\nUSER_AGENT = identity.USER_AGENT"),
    (identity_made_here, "class Kind:\n    USER_AGENT = 'user-agent'\nx = {'useragent': Kind.USER_AGENT}"),
    (identity_made_here, "FORBIDDEN = ('user_agent', 'proxy')\nfor name in identity.HEADERS: headers[name] = 1"),
    (identity_read_elsewhere, "x = identity.USER_AGENT\ny = Kind.USER_AGENT\nz = self.user_agent"),
    (identity_read_elsewhere, "for name in ('user_agent',): hasattr(spider_class, name)"),
    (hiding, "args = ['--no-proxy-server']\nx = MappingProxyType({})"),
    (proxies, "if 'proxy' in request.meta: refuse()\nFORBIDDEN = ('proxy',)"),
    (imports, "from types import MappingProxyType\nimport playwright, scrapy_playwright, protego"),
    (registries, "https://seo.lessonpeak.com/roboti a simple thing"),
    (machine_paths, "https://example.com/home/ /var/lib/crawler ~/work/ $HOME/home/ ./root/"),
    (length, "x = 1\n" * 400),
    (underscored, "self._x = cls._y\nsuper()._z()\nx.__class__\n_own = 1\n_own.y"),
    (underscored, "def f(x: etree._Element): pass\nfrom crawler.core.urls import _x"),
    (lock_packages, f"protego==0.7.0 \\\n{HASH}\npropcache==0.5 \\\n{HASH}\npyopenssl==26.4.0 \\\n{HASH}\n"),
    (lock_form, f"a-b==1.0.post1 ; sys_platform == 'win32' \\\n{HASH} \\\n{HASH}\nc==2!1+x \\\n{HASH}\n"),
    (project_packages, "[project]\ndependencies = ['protego>=0.7', 'scrapy-playwright']"),
]  # fmt: skip


def path_for(rule):
    return "deploy/x.conf" if rule in (registries, machine_paths) else "crawler/x.py"


@pytest.mark.parametrize(("rule", "snippet"), FIRES, ids=lambda part: getattr(part, "__name__", repr(part)[:70]))
def test_a_rule_fires(rule, snippet):
    assert list(rule(path_for(rule), snippet))


@pytest.mark.parametrize(("rule", "snippet"), INNOCENT, ids=lambda part: getattr(part, "__name__", repr(part)[:70]))
def test_a_rule_leaves_the_innocent_alone(rule, snippet):
    assert list(rule(path_for(rule), snippet)) == []


def test_every_rule_is_shown_to_fire():
    shown = {rule for rule, _ in FIRES}
    assert shown == {rule for rule, _ in INNOCENT} == {*RULES, registries, lock_packages, lock_form, project_packages}


def test_a_second_identity_fires_outside_python_and_ours_does_not():
    assert list(another_user_agent("deploy/x.html", "<p>Mozilla/5.0 (X11)</p>"))
    assert not list(another_user_agent("deploy/x.html", f"<p>{USER_AGENT}</p>"))


@pytest.mark.parametrize(
    "name",
    [
        *("fake-useragent", "scrapy-user-agents", "scrapy-fake-useragent", "random_user_agent", "playwright-stealth"),
        *(
            "selenium-stealth",
            "undetected-chromedriver",
            "undetected_playwright",
            "curl_cffi",
            "tls-client",
            "nodriver",
        ),
        *(
            "cloudscraper",
            "scrapy-impersonate",
            "2captcha-python",
            "anticaptchaofficial",
            "capsolver",
            "captcha-solver",
        ),
        *("scrapy-rotating-proxies", "scrapy-proxies", "PySocks", "camoufox", "botasaurus", "Scrapy.Proxy.Pool"),
    ],
)
def test_a_package_that_hides_is_banned(name):
    assert banned(name)


@pytest.mark.parametrize(
    ("said", "strong", "weak"),
    [
        ("GPL-3.0-or-later", True, False), ("AGPL-3.0", True, False), ("GPLv2+", True, False),
        ("GNU GENERAL PUBLIC LICENSE Version 3", True, False), ("MIT OR GPL-2.0", True, False),
        ("License :: OSI Approved :: GNU Affero General Public License v3", True, False),
        ("LGPL-3.0-only", False, True), ("GNU Lesser General Public License v3", False, True), ("MPL-2.0", False, True),
        ("MIT", False, False), ("PSF-2.0 (GPL-compatible)", False, False), ("Apache-2.0 AND MIT", False, False),
    ],
)  # fmt: skip
def test_a_licence_is_read(said, strong, weak):
    assert (bool(STRONG.search(said)), bool(WEAK.search(said))) == (strong, weak)
