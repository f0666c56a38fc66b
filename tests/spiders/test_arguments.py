"""Arguments of spiders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.spiders.arguments import RENDER_SITE, BadArgument, read

URL = "https://example.com/"


def refused(given):
    with pytest.raises(BadArgument) as raised:
        read(given)
    return raised.value


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("https://example.com", URL),
        ("HTTPS://EXAMPLE.com:443/a/../", URL),
        ("http://example.com/#top", "http://example.com/"),
        ("https://bücher.de/", "https://xn--bcher-kva.de/"),
        ("https://93.184.215.14/", "https://93.184.215.14/"),
    ],
)
def test_a_url_is_read_in_its_one_form(text, canonical):
    assert str(read({"url": text}).url) == canonical


@pytest.mark.parametrize("value", ["error", "warning"])
def test_fail_on_is_one_of_two_words(value):
    assert read({"url": URL, "fail_on": value}).fail_on == value


def test_fail_on_may_be_left_out():
    assert read({"url": URL}).fail_on is None


@pytest.mark.parametrize("value", ["", "notice", "ERROR", "errors", "error,warning", "1", "none"])
def test_any_other_fail_on_is_refused_and_the_words_named(value):
    error = refused({"url": URL, "fail_on": value})
    assert error.exit_code == 2
    for part in (f"fail_on={value}", "error", "warning"):
        assert part in str(error)


def test_the_jobs_id_of_a_service_is_taken_and_ignored():
    assert read({"url": URL, "_job": "6487ec79947edab326d6db28a2d86511"}) == read({"url": URL})


@pytest.mark.parametrize(
    "name",
    [
        *("user_agent", "User-Agent", "from", "proxy", "headers", "cookies", "settings", "custom_settings"),
        *("download_delay", "max_pages", "start_urls", "allowed_domains", "name", "proof", "scope_hosts", "asked"),
        *("Url", "URL", "urls", "url ", "fail-on", "__class__", "_jobs", "crawler", ""),
    ],
)
def test_an_unknown_argument_is_refused_by_name_and_the_known_ones_named(name):
    error = refused({"url": URL, name: "x"})
    assert error.exit_code == 2
    for part in (f"-a {name}=", "fail_on", "url"):
        assert part in str(error)


@pytest.mark.parametrize("given", [{}, {"url": ""}, {"fail_on": "error"}, {"_job": "1"}])
def test_a_missing_url_is_named_with_an_example(given):
    error = refused(given)
    assert error.exit_code == 2
    assert "-a url=https://example.com/" in str(error)


@pytest.mark.parametrize("text", ["example.com", "www.example.com/a?b", "example.com:443/"])
def test_a_host_alone_is_refused_and_the_url_to_write_named(text):
    error = refused({"url": text})
    assert error.exit_code == 2
    assert f"https://{text}" in str(error)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ftp://example.com/", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("//example.com/", "scheme"),
        ("localhost", "scheme"),
        ("10.0.0.1", "scheme"),
        ("https://example.com:8080/", "port"),
        ("https://user:secret@example.com/", "userinfo"),
        ("https://exa mple.com/", "bad-character"),
        ("https://example.com/\x1b[31m", "bad-character"),
        ("https:///", "no-authority"),
        ("https://example.com/" + "a" * 3000, "url-too-long"),
    ],
)
def test_a_text_that_is_no_url_of_ours_is_a_wrong_argument(text, reason):
    error = refused({"url": text})
    assert error.exit_code == 2
    assert f"refused ({reason})" in str(error)
    assert str(error).isprintable()
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("http://127.0.0.1/", "private-address"),
        ("http://10.0.0.1/", "private-address"),
        ("http://169.254.169.254/latest/meta-data/", "private-address"),
        ("http://[::1]/", "private-address"),
        ("http://[fe80::1%25eth0]/", "zone-id"),
        ("http://0x7f000001/", "ambiguous-ipv4"),
        ("http://2130706433/", "ambiguous-ipv4"),
        ("http://localhost/", "special-name"),
        ("https://printer.local/", "special-name"),
        ("https://wiki.internal/", "special-name"),
    ],
)
def test_a_place_where_we_do_not_go_is_our_refusal(text, reason):
    error = refused({"url": text})
    assert error.exit_code == 4
    assert f"refused ({reason})" in str(error)


@given(st.dictionaries(st.sampled_from(["url", "fail_on", "_job"]), st.text(max_size=60)))
def test_whatever_is_given_is_read_or_refused_with_a_reason(given):
    try:
        found = str(read(given).url)
    except BadArgument as error:
        found = error.exit_code in (2, 4) and str(error)
    assert found


@pytest.mark.parametrize(("value", "pages"), [("0", ""), ("1", "all")])
def test_render_of_one_page_is_a_switch(value, pages):
    assert read({"url": URL, "render": value}).render == pages


@pytest.mark.parametrize(("value", "pages"), [("0", ""), ("start", "start"), ("all", "all")])
def test_render_of_a_site_says_which_pages(value, pages):
    assert read({"url": URL, "render": value}, render=RENDER_SITE).render == pages


@pytest.mark.parametrize("value", ["", "2", "yes", "start", "ALL"])
def test_any_other_render_is_refused_and_the_words_named(value):
    error = refused({"url": URL, "render": value})
    assert error.exit_code == 2
    assert f"render={value}: expected one of: 0, 1" in str(error)


def test_files_and_addresses_of_others_are_asked_for_where_that_is_said():
    assert (read({"url": URL}).assets, read({"url": URL}).external) == (False, False)
    assert read({"url": URL}, assets="check").assets
    assert not read({"url": URL, "assets": "skip"}, assets="check").assets
    assert read({"url": URL, "assets": "check", "external": "check"}).external


@pytest.mark.parametrize(("name", "value"), [("assets", "1"), ("assets", ""), ("external", "yes"), ("external", "all")])
def test_any_other_word_for_them_is_refused_and_the_words_named(name, value):
    error = refused({"url": URL, name: value})
    assert error.exit_code == 2
    for part in (f"{name}={value}", "check", "skip"):
        assert part in str(error)
