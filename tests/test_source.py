"""Reads the source tree and the lock: what must never come back is looked for here, and every rule is shown to fire."""

import pytest

from crawler.core.identity import USER_AGENT
from tests.source_rules import (
    AGENT_LIKE,
    HOSTS,
    IDENTITY,
    KNOWN_WEAK,
    LOCK,
    SOURCES,
    STRONG,
    UNDERSCORED,
    WEAK,
    another_user_agent,
    banned,
    hiding,
    identity_made_here,
    identity_read_elsewhere,
    imports,
    installed,
    length,
    lock_form,
    lock_packages,
    locked,
    machine_paths,
    project_packages,
    proxies,
    pure,
    registries,
    underscored,
)

#: Paths of a machine are written in parts here, since no file may hold one whole.
SLASH = "/"

# What holds

RULES = [
    *(another_user_agent, identity_made_here, identity_read_elsewhere, hiding, proxies, imports),
    *(machine_paths, length, underscored, pure),
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
    (registries, f"index = 'https://{'.'.join(HOSTS[0])}/simple'"),
    (registries, "RUN pip install --index-url x"),
    (registries, f"npm --registry=https://{'.'.join(HOSTS[3])}"),
    (machine_paths, "path = '/home/ann/crawler'"),
    (machine_paths, f"WorkingDirectory={SLASH}root/x"),
    (machine_paths, f"cd {SLASH}work/main"),
    (machine_paths, "'C:\\Users\\ann'"),
    (length, "x = 1\n" * 401),
    (underscored, "crawler.engine._slot.close()"),
    (underscored, "x = response._body"),
    (underscored, "super().x._y()"),
    (underscored, "from scrapy.utils.misc import _load"),
    (underscored, "getattr(agent, '_pool')"),
    (pure, "import socket"),
    (pure, "from urllib.request import urlopen"),
    (pure, "import http.client"),
    (pure, "from datetime import datetime\nx = datetime.now()"),
    (pure, "open('/etc/hostname')"),
    (pure, "from crawler.state import key"),
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
    (machine_paths, "https://example.com/home/ /var/lib/crawler ~/Users/ $HOME/home/ ./usr/"),
    (length, "x = 1\n" * 400),
    (underscored, "self._x = cls._y\nsuper()._z()\nx.__class__\n_own = 1\n_own.y"),
    (pure, "from http import HTTPStatus\nfrom crawler.core.urls import Url\nimport re\nx = re.compile('a').match('b')"),
    (underscored, "def f(x: etree._Element): pass\nfrom crawler.core.urls import _x"),
    (lock_packages, f"protego==0.7.0 \\\n{HASH}\npropcache==0.5 \\\n{HASH}\npyopenssl==26.4.0 \\\n{HASH}\n"),
    (lock_form, f"a-b==1.0.post1 ; sys_platform == 'win32' \\\n{HASH} \\\n{HASH}\nc==2!1+x \\\n{HASH}\n"),
    (project_packages, "[project]\ndependencies = ['protego>=0.7', 'scrapy-playwright']"),
]  # fmt: skip


def path_for(rule):
    if rule is pure:
        return "crawler/core/x.py"
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
