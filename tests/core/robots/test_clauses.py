"""One case per clause, house rule or known fault of another parser; the name says which."""

import pytest

from crawler.core.robots import Why, parse

US = "LessonPeakSeoBot"
USER_AGENT = "Mozilla/5.0 (compatible; LessonPeakSeoBot/1.0; +https://seo.lessonpeak.com/roboti)"

# RFC 9309 2.2.2 and 2.2.3: name, rules of the group of `*` (lines joined by |), path or URL, number of the deciding
# rule among them from 1 (0: none), allowed.
RULES = r"""
rfc222-a-prefix-refuses                          ; Disallow: /a                            ; /a              ; 1 ; no
rfc222-a-prefix-refuses-what-goes-on             ; Disallow: /a                            ; /ab/c           ; 1 ; no
rfc222-a-prefix-refuses-with-a-query             ; Disallow: /a                            ; /a?b=c          ; 1 ; no
rfc222-what-is-no-prefix-is-allowed              ; Disallow: /a                            ; /b/a            ; 0 ; yes
rfc222-paths-are-case-sensitive                  ; Disallow: /a                            ; /A              ; 0 ; yes
rfc222-a-slash-at-the-end-counts                 ; Disallow: /a/                           ; /a              ; 0 ; yes
rfc222-a-slash-at-the-end-refuses-below          ; Disallow: /a/                           ; /a/b            ; 1 ; no
rfc222-the-root-refuses-everything               ; Disallow: /                             ; /x              ; 1 ; no
rfc222-the-root-refuses-itself                   ; Disallow: /                             ; /               ; 1 ; no
rfc222-longest-disallow-wins                     ; Allow: /a|Disallow: /a/b                ; /a/b/c          ; 2 ; no
rfc222-longest-allow-wins                        ; Disallow: /a|Allow: /a/b                ; /a/b/c          ; 2 ; yes
rfc222-longest-wins-in-either-order              ; Allow: /a/b|Disallow: /a                ; /a/b/c          ; 1 ; yes
rfc222-allow-wins-a-tie                          ; Disallow: /a|Allow: /a                  ; /a              ; 2 ; yes
rfc222-allow-wins-a-tie-in-either-order          ; Allow: /a|Disallow: /a                  ; /a              ; 1 ; yes
rfc222-the-first-of-two-same-rules-is-named      ; Disallow: /a|Disallow: /a               ; /a              ; 1 ; no
rfc222-three-nested-prefixes                     ; Disallow: /|Allow: /a|Disallow: /a/b    ; /a/c            ; 2 ; yes
rfc222-three-nested-prefixes-deepest             ; Disallow: /|Allow: /a|Disallow: /a/b    ; /a/b            ; 3 ; no
rfc222-three-nested-prefixes-outermost           ; Disallow: /|Allow: /a|Disallow: /a/b    ; /z              ; 1 ; no
rfc222-a-near-neighbour-does-not-hide-a-prefix   ; Disallow: /a|Disallow: /ab|Allow: /aba  ; /abb            ; 2 ; no
rfc222-a-far-neighbour-does-not-hide-a-prefix    ; Disallow: /|Allow: /abc|Allow: /abd     ; /abe            ; 1 ; no
rfc222-octets-not-characters-are-counted         ; Disallow: /é|Allow: /?????               ; /é              ; 1 ; no
rfc22-an-empty-disallow-allows                   ; Disallow:                               ; /a              ; 0 ; yes
rfc22-an-empty-disallow-does-not-lift-another    ; Disallow: /a|Disallow:                  ; /a              ; 1 ; no
rfc22-an-empty-allow-says-nothing                ; Disallow: /|Allow:                      ; /a              ; 1 ; no
rfc22-a-pattern-without-slash-matches-nothing    ; Disallow: a                             ; /a              ; 0 ; yes
rfc22-an-absolute-url-matches-nothing            ; Disallow: http://h/a                    ; http://h/a      ; 0 ; yes
rfc22-a-lone-dollar-matches-nothing              ; Disallow: $                             ; /               ; 0 ; yes
rfc22-a-comment-ends-a-pattern                   ; Disallow: /a#b                          ; /ac             ; 1 ; no
rfc22-a-comment-after-space                      ; Disallow: /a # b                        ; /a              ; 1 ; no
rfc22-a-comment-may-leave-nothing                ; Disallow: # /a                          ; /a              ; 0 ; yes
rfc22-a-pattern-may-hold-a-colon                 ; Disallow: /a:b                          ; /a:b            ; 1 ; no
rfc22-a-pattern-may-hold-a-space                 ; Disallow: /a b                          ; /a%20b          ; 1 ; no
rfc22-keys-are-case-insensitive                  ; dIsAlLoW: /a|dIsAllow: /b               ; /b              ; 2 ; no
rfc22-space-before-the-colon                     ; Disallow : /a                           ; /a              ; 1 ; no
rfc22-tab-before-the-colon                       ; Disallow\t:\t/a                         ; /a              ; 1 ; no
rfc22-no-space-after-the-colon                   ; Disallow:/a                             ; /a              ; 1 ; no
rfc22-space-before-the-key                       ;   \tDisallow: /a                        ; /a              ; 1 ; no
rfc223-a-star-in-the-middle                      ; Disallow: /a*c                          ; /abc            ; 1 ; no
rfc223-a-star-stands-for-nothing-too             ; Disallow: /a*c                          ; /ac             ; 1 ; no
rfc223-a-star-crosses-slashes                    ; Disallow: /a*c                          ; /a/b/c/d        ; 1 ; no
rfc223-a-star-needs-what-follows                 ; Disallow: /a*c                          ; /ab             ; 0 ; yes
rfc223-a-star-does-not-unbind-the-start          ; Disallow: /a*c                          ; /xac            ; 0 ; yes
rfc223-a-star-at-the-start                       ; Disallow: *b                            ; /a/b            ; 1 ; no
rfc223-a-star-at-the-end                         ; Disallow: /a*                           ; /ab             ; 1 ; no
rfc223-a-star-at-the-end-counts-as-an-octet      ; Allow: /ab|Disallow: /ab*               ; /abc            ; 2 ; no
rfc223-stars-at-the-end-outrank-a-longer-path    ; Allow: /abcd|Disallow: /ab***           ; /abcd           ; 2 ; no
rfc223-a-lone-star                               ; Disallow: *                             ; /               ; 1 ; no
rfc223-many-stars-are-one                        ; Disallow: /a***c                        ; /abc            ; 1 ; no
rfc223-pieces-stand-in-order                     ; Disallow: /*b*a                         ; /a/b            ; 0 ; yes
rfc223-pieces-do-not-overlap                     ; Disallow: /*aba*bab                     ; /abab           ; 0 ; yes
rfc223-a-piece-may-come-twice                    ; Disallow: /*a*a                         ; /xaya           ; 1 ; no
rfc223-a-piece-once-is-not-twice                 ; Disallow: /*a*a                         ; /xay            ; 0 ; yes
rfc223-a-long-wildcard-beats-a-short-prefix      ; Disallow: /a|Allow: /*.html             ; /a/b.html       ; 2 ; yes
rfc223-a-long-prefix-beats-a-short-wildcard      ; Disallow: /a/bcdef|Allow: /*.html       ; /a/bcdef.html   ; 1 ; no
rfc223-wildcard-and-prefix-tie-allows            ; Disallow: /abc|Allow: /a*c              ; /abc            ; 2 ; yes
rfc223-a-star-matches-into-the-query             ; Disallow: /*?sid=                       ; /a?sid=1        ; 1 ; no
rfc223-dollar-ends-the-path                      ; Disallow: /a$                           ; /a              ; 1 ; no
rfc223-dollar-refuses-nothing-longer             ; Disallow: /a$                           ; /ab             ; 0 ; yes
rfc223-dollar-looks-at-the-query-too             ; Disallow: /a$                           ; /a?b            ; 0 ; yes
rfc223-dollar-is-no-literal-at-the-end           ; Disallow: /a$                           ; /a$x            ; 0 ; yes
rfc223-dollar-at-the-end-is-not-its-octet        ; Disallow: /a$                           ; /a%24           ; 0 ; yes
rfc223-dollar-counts-as-an-octet                 ; Allow: /a|Disallow: /a$                 ; /a              ; 2 ; no
rfc223-dollar-in-the-middle-is-literal           ; Disallow: /a$b                          ; /a$b            ; 1 ; no
rfc223-dollar-in-the-middle-is-percent-24        ; Disallow: /a$b                          ; /a%24bc         ; 1 ; no
rfc223-star-and-dollar                           ; Disallow: /*.php$                       ; /a/b.php        ; 1 ; no
rfc223-star-and-dollar-nothing-longer            ; Disallow: /*.php$                       ; /a/b.php5       ; 0 ; yes
rfc223-star-and-dollar-take-the-last             ; Disallow: /*a$                          ; /aba            ; 1 ; no
rfc223-tail-and-head-do-not-overlap              ; Disallow: /ab*ba$                       ; /aba            ; 0 ; yes
rfc223-a-star-before-dollar-is-a-prefix          ; Disallow: /a*$                          ; /abc            ; 1 ; no
rfc223-the-root-alone                            ; Allow: /$|Disallow: /                   ; /               ; 1 ; yes
rfc223-the-root-alone-nothing-else               ; Allow: /$|Disallow: /                   ; /a              ; 2 ; no
rfc223-percent-2a-is-a-literal-star              ; Disallow: /a%2Ab                        ; /a*b            ; 1 ; no
rfc223-percent-2a-is-no-wildcard                 ; Disallow: /a%2Ab                        ; /axb            ; 0 ; yes
rfc223-percent-24-is-a-literal-dollar            ; Disallow: /a%24                         ; /a$             ; 1 ; no
rfc223-two-dollars-are-one-and-an-end            ; Disallow: /a$$                          ; /a$             ; 1 ; no
rfc222-an-escaped-letter-is-the-letter           ; Disallow: /%61b                         ; /ab             ; 1 ; no
rfc222-a-letter-is-the-escaped-letter            ; Disallow: /ab                           ; /a%62           ; 1 ; no
rfc222-an-escaped-tilde-is-a-tilde               ; Disallow: /%7ejoe                       ; /~joe           ; 1 ; no
rfc222-an-escaped-slash-is-no-slash              ; Disallow: /a%2fb                        ; /a/b            ; 0 ; yes
rfc222-a-slash-is-no-escaped-slash               ; Disallow: /a/b                          ; /a%2Fb          ; 0 ; yes
rfc222-case-of-an-escape-means-nothing           ; Disallow: /a%2fb                        ; /a%2Fb          ; 1 ; no
rfc222-an-escaped-question-mark-is-reserved      ; Disallow: /a%3Fb                        ; /a?b            ; 0 ; yes
rfc222-an-escaped-equals-is-reserved             ; Disallow: /a%3Db                        ; /a=b            ; 0 ; yes
rfc222-an-escaped-hash-is-no-comment             ; Disallow: /a%23b                        ; /a%23bc         ; 1 ; no
rfc222-letters-outside-ascii-are-octets          ; Disallow: /žluť                         ; /%C5%BElu%C5%A5 ; 1 ; no
rfc222-octets-are-letters-outside-ascii          ; Disallow: /%c5%bel                      ; /žluť           ; 1 ; no
rfc222-letters-on-both-sides                     ; Disallow: /日本                         ; /日本語         ; 1 ; no
rfc222-an-octet-is-not-a-character               ; Disallow: /%C5                          ; /ž              ; 1 ; no
rfc222-what-no-uri-may-hold-is-escaped           ; Disallow: /a<b                          ; /a%3cb          ; 1 ; no
rfc222-escaped-what-no-uri-may-hold              ; Disallow: /a%3Cb                        ; /a<b            ; 1 ; no
rfc222-a-broken-escape-stays                     ; Disallow: /a%2                          ; /a%2            ; 1 ; no
rfc222-a-broken-escape-is-not-mended             ; Disallow: /a%zz                         ; /a%25zz         ; 0 ; yes
rfc222-an-escape-is-decoded-once                 ; Disallow: /%2561                        ; /a              ; 0 ; yes
rfc222-robots-txt-is-allowed                     ; Disallow: /                             ; /robots.txt     ; 0 ; yes
rfc222-robots-txt-spelt-with-an-escape           ; Disallow: /                             ; /robots%2Etxt   ; 0 ; yes
rfc222-robots-txt-with-a-fragment                ; Disallow: /                             ; /robots.txt#a   ; 0 ; yes
rfc222-robots-txt-with-a-query-is-another-path   ; Disallow: /                             ; /robots.txt?a   ; 1 ; no
rfc222-robots-txt-in-a-folder-is-another-path    ; Disallow: /                             ; /a/robots.txt   ; 1 ; no
rfc222-robots-txt-in-capitals-is-another-path    ; Disallow: /                             ; /ROBOTS.TXT     ; 1 ; no
url-the-host-is-not-compared                     ; Disallow: /a                            ; https://a/b     ; 0 ; yes
url-absolute                                     ; Disallow: /a                            ; https://h/a     ; 1 ; no
url-with-user-and-port                           ; Disallow: /a                            ; http://u@h:1/a  ; 1 ; no
url-without-path-is-the-root                     ; Disallow: /$                            ; https://h       ; 1 ; no
url-without-path-with-query                      ; Disallow: /?q                           ; https://h?q     ; 1 ; no
url-a-fragment-is-no-part                        ; Disallow: /*b                           ; https://h/a#b   ; 0 ; yes
url-a-fragment-right-after-the-host              ; Disallow: /$                            ; https://h#/a    ; 1 ; no
url-a-scheme-in-the-path-is-path                 ; Disallow: /http://x                     ; /http://x/y     ; 1 ; no
url-a-url-in-the-query-is-query                  ; Disallow: /a?u=http://x/                ; /a?u=http://x/b ; 1 ; no
url-two-slashes-in-the-path                      ; Disallow: //a                           ; https://h//a    ; 1 ; no
url-without-scheme                               ; Disallow: /a                            ; //h/a           ; 1 ; no
url-without-slash                                ; Disallow: /a                            ; a/b             ; 1 ; no
url-empty-is-the-root                            ; Disallow: /$                            ;                 ; 1 ; no
house-crawl-delay-is-no-rule                     ; Disallow: /a|Crawl-delay: 5|Allow: /a/b ; /a/b            ; 3 ; yes
house-misspelt-disallow-counts                   ; Dissallow: /a|Disalow: /b               ; /b              ; 2 ; no
house-disallow-missing-two-letters-counts        ; dsallow: /a                             ; /a              ; 1 ; no
house-misspelt-allow-never-counts                ; Disallow: /|Alow: /a|Allows: /a         ; /a              ; 1 ; no
house-unknown-key-in-between-means-nothing       ; Disallow: /|Noindex: /a|Allow: /a       ; /a              ; 3 ; yes
house-disallow-without-colon-counts              ; Disallow /a                             ; /a              ; 1 ; no
house-allow-without-colon-never-counts           ; Disallow: /|Allow /a                    ; /a              ; 1 ; no
house-disallow-and-prose-is-prose                ; Disallow /a for everyone                ; /a              ; 0 ; yes
google-index-html-is-not-its-folder              ; Disallow: /|Allow: /a/index.html        ; /a/             ; 1 ; no
google-long-lines-are-read-to-their-end          ; Disallow: /a{long}b                     ; /a{long}c       ; 0 ; yes
fault-a-line-separator-ends-no-line              ; Disallow: /a\u2028Allow: /              ; /b              ; 0 ; yes
fault-a-next-line-sign-ends-no-line              ; Disallow: /a\x85b                       ; /a              ; 0 ; yes
fault-vertical-tab-ends-no-line                  ; Disallow: /a\vb                         ; /a              ; 0 ; yes
fault-form-feed-ends-no-line                     ; Disallow: /a\fb                         ; /a%0Cb          ; 1 ; no
fault-unicode-space-is-not-stripped              ; Disallow: /a\xa0                        ; /a              ; 0 ; yes
fault-nul-is-an-octet                            ; Disallow: /a\0b                         ; /a%00b          ; 1 ; no
"""


def rows(table: str) -> list[object]:
    cells = [[cell.strip(" ") for cell in line.split(" ; ")] for line in table.strip().split("\n")]
    return [
        pytest.param(
            *(cell.encode("latin-1", "backslashreplace").decode("unicode_escape") for cell in row[1:]), id=row[0]
        )
        for row in cells
    ]


@pytest.mark.parametrize(("rules", "url", "decided", "allowed"), rows(RULES))
def test_rule(rules: str, url: str, decided: str, allowed: str) -> None:
    text, url = rules.replace("{long}", "x" * 20_000), url.replace("{long}", "x" * 20_000)
    written = text.split("|")
    verdict = parse("\n".join(["User-agent: *", *written]).encode()).verdict(US, url)
    assert verdict.allowed == (allowed == "yes")
    assert verdict.line == (int(decided) + 1 if decided != "0" else None)
    assert verdict.rule == (written[int(decided) - 1].partition("#")[0].strip() if decided != "0" else None)
    assert verdict.why == ("rule" if decided != "0" else verdict.why)


# RFC 9309 2.2.1: name, user-agent values of groups (each refuses the path of its number: /1, /2, ...; `+` joins a
# run), agent, matching, numbers that are refused (- for none selected).
GROUPS = """
rfc221-a-token-selects-its-group              ; LessonPeakSeoBot, *            ; LessonPeakSeoBot ; exact  ; 1
rfc221-tokens-are-case-insensitive            ; LESSONPEAKseobot, *            ; LessonPeakSeoBot ; exact  ; 1
rfc221-star-is-for-the-rest                   ; Other, *                       ; LessonPeakSeoBot ; exact  ; 2
rfc221-star-does-not-add-to-a-group           ; *, LessonPeakSeoBot            ; LessonPeakSeoBot ; exact  ; 2
rfc221-no-group                               ; Other                          ; LessonPeakSeoBot ; exact  ; -
rfc221-same-token-merges                      ; A, B, A                        ; A                ; exact  ; 13
rfc221-same-token-merges-whatever-its-case    ; A, B, a                        ; a                ; exact  ; 13
rfc221-stars-merge                            ; *, A, *                        ; B                ; exact  ; 13
rfc221-a-run-shares-its-rules                 ; A+B, C                         ; B                ; exact  ; 1
rfc221-a-run-merges-with-a-group              ; A+B, B                         ; B                ; exact  ; 12
rfc221-a-token-twice-in-a-run                 ; A+A                            ; A                ; exact  ; 1
rfc221-star-in-a-run                          ; A+*, B                         ; C                ; exact  ; 1
rfc221-a-version-is-not-of-the-token          ; LessonPeakSeoBot/1.0, *        ; LessonPeakSeoBot ; exact  ; 1
rfc221-a-space-ends-the-token                 ; Foo Bar, *                     ; Foo              ; exact  ; 1
rfc221-words-after-the-token-name-nobody      ; Foo Bar, *                     ; Bar              ; exact  ; 2
rfc221-a-longer-token-is-another              ; Foobar, *                      ; Foo              ; exact  ; 2
rfc221-a-shorter-token-is-another             ; Foo, *                         ; Foobar           ; exact  ; 2
rfc221-a-digit-ends-the-token                 ; AB42bot, *                     ; AB               ; exact  ; 1
rfc221-star-with-more-is-no-star              ; *bot, Other                    ; Foobot           ; exact  ; -
rfc221-star-and-a-space-is-a-star             ; * bot, Other                   ; Foobot           ; exact  ; 1
rfc221-an-empty-value-names-nobody            ; , Other                        ; Foobot           ; exact  ; -
house-digits-belong-to-names                  ; agent1, agent2, *              ; agent2           ; exact  ; 2
house-names-in-other-scripts                  ; Львів-bot, *                   ; львів-bot        ; exact  ; 1
house-digits-are-dropped-where-none-is-named  ; news, *                        ; news2            ; exact  ; 1
house-underscore-and-hyphen-are-of-the-token  ; a_b, a-b, *                    ; a-b              ; exact  ; 2
prefix-a-beginning-selects                    ; LessonPeak, *                  ; LessonPeakSeoBot ; prefix ; 1
prefix-the-longest-beginning-selects          ; Lesson, LessonPeakSeo, *       ; LessonPeakSeoBot ; prefix ; 2
prefix-the-longest-in-either-order            ; LessonPeakSeo, Lesson, *       ; LessonPeakSeoBot ; prefix ; 1
prefix-the-token-itself-is-the-longest        ; LessonPeakSeo, LessonPeakSeoBot; LessonPeakSeoBot ; prefix ; 2
prefix-same-beginnings-merge                  ; Lesson, X, lesson              ; LessonPeakSeoBot ; prefix ; 13
prefix-one-letter-is-a-beginning              ; L, *                           ; LessonPeakSeoBot ; prefix ; 1
prefix-a-longer-token-is-another              ; LessonPeakSeoBots, *           ; LessonPeakSeoBot ; prefix ; 2
prefix-the-end-is-no-beginning                ; SeoBot, *                      ; LessonPeakSeoBot ; prefix ; 2
prefix-a-version-is-not-of-the-token          ; LessonPeakSeoBot/1.0, *        ; LessonPeakSeoBot ; prefix ; 1
prefix-another-version-is-ours-too            ; LessonPeakSeoBot/9, *          ; LessonPeakSeoBot ; prefix ; 1
prefix-the-first-word-is-the-token            ; Lesson Peak, *                 ; LessonPeakSeoBot ; prefix ; 1
prefix-a-version-without-slash-is-ours        ; LessonPeakSeoBot2, *           ; LessonPeakSeoBot ; prefix ; 1
prefix-a-digit-is-no-end-of-a-beginning       ; Lesson7bot, *                  ; LessonPeakSeoBot ; prefix ; 2
prefix-a-copied-user-agent-is-ours            ; {ua}, *                        ; LessonPeakSeoBot ; prefix ; 1
prefix-a-browser-is-not-us                    ; Mozilla, *                     ; {ua}             ; prefix ; 2
prefix-star-is-for-the-rest                   ; Other, *                       ; LessonPeakSeoBot ; prefix ; 2
prefix-no-group                               ; Other                          ; LessonPeakSeoBot ; prefix ; -
prefix-an-empty-value-names-nobody            ; , Other                        ; LessonPeakSeoBot ; prefix ; -
prefix-a-lone-slash-names-nobody              ; /1.0, Other                    ; LessonPeakSeoBot ; prefix ; -
agent-a-whole-user-agent                      ; LessonPeakSeoBot, *            ; {ua}             ; prefix ; 1
agent-a-whole-user-agent-exactly              ; LessonPeakSeoBot, *            ; {ua}             ; exact  ; 1
agent-words-of-its-url-are-not-its-names      ; seo, roboti, https, *          ; {ua}             ; prefix ; 4
agent-with-a-version                          ; Foo, *                         ; Foo/1.2          ; exact  ; 1
agent-several-products                        ; libwww, *                      ; Foo/1 libwww/2   ; exact  ; 1
agent-the-longest-product-selects             ; Foo, libwww                    ; Foo/1 libwww/2   ; exact  ; 2
agent-star-asks-for-star                      ; A, *                           ; *                ; prefix ; 2
agent-nobody-asks-for-star                    ; A, *                           ;                  ; prefix ; 2
agent-a-browser-alone-is-a-browser            ; Mozilla, *                     ; Mozilla/5.0      ; exact  ; 1
"""


@pytest.mark.parametrize(
    ("groups", "agent", "matching", "refused"),
    [
        pytest.param(
            *(cell.strip() for cell in line.split(";", 1)[1].replace("compatible; ", "").rsplit(";", 3)),
            id=line.split(";")[0].strip(),
        )
        for line in GROUPS.strip().splitlines()
    ],
)
def test_group(groups: str, agent: str, matching: str, refused: str) -> None:
    names = [value.strip() for value in groups.split(",")]
    lines = []
    for number, run in enumerate(names, 1):
        lines += [f"User-agent: {value}".replace("{ua}", USER_AGENT) for value in run.split("+")]
        lines.append(f"Disallow: /{number}")
    robots = parse("\n".join(lines).encode())
    verdicts = [
        robots.verdict(agent.replace("{ua}", USER_AGENT), f"/{n}", matching=matching) for n in range(1, len(names) + 1)
    ]
    assert "".join(str(n) for n, verdict in enumerate(verdicts, 1) if not verdict.allowed) == refused.replace("-", "")
    assert (
        {v.why for v in verdicts} == {Why.NO_GROUP} if refused == "-" else Why.NO_GROUP not in {v.why for v in verdicts}
    )


# Whole files: name, file (| ends a line, UA is User-agent), path, allowed, why.
FILES = """
rfc221-crawl-delay-closes-no-run             ; UA: Lesson|Crawl-delay: 1|UA: b|Disallow: /    ; /a ; no ; rule
rfc221-an-unknown-key-closes-no-run          ; UA: Lesson|Noindex: /|UA: b|Disallow: /        ; /a ; no ; rule
rfc221-a-sitemap-closes-no-run               ; UA: Lesson|Sitemap: /s|UA: b|Disallow: /       ; /a ; no ; rule
rfc221-an-empty-line-closes-no-run           ; UA: Lesson||UA: b|Disallow: /                  ; /a ; no ; rule
rfc221-an-empty-disallow-closes-a-run        ; UA: Lesson|Disallow:|UA: b|Disallow: /         ; /a ; yes ; no-rule
rfc221-a-misspelt-disallow-closes-a-run      ; UA: Lesson|Disalow: /b|UA: b|Disallow: /       ; /a ; yes ; no-rule
rfc221-a-misspelt-allow-closes-no-run        ; UA: Lesson|Alow: /b|UA: b|Disallow: /          ; /a ; no ; rule
rfc221-an-empty-line-closes-no-group         ; UA: *|Disallow: /b||Disallow: /a               ; /a ; no ; rule
rfc221-a-group-without-rules-hides-star      ; UA: *|Disallow: /|UA: Lesson                   ; /a ; yes ; no-rule
rfc22-a-rule-before-every-group-is-nobodys   ; Disallow: /|UA: *|Allow: /b                    ; /a ; yes ; no-rule
rfc22-rules-without-group                    ; Disallow: /                                    ; /a ; yes ; no-group
rfc22-an-empty-file                          ;                                                ; /a ; yes ; no-group
rfc22-only-a-comment                         ; # UA: *|# Disallow: /                          ; /a ; yes ; no-group
rfc22-html-instead-of-a-file                 ; <html><body>User-agent</body></html>           ; /a ; yes ; no-group
house-misspelt-user-agent-opens-a-group      ; Useragent: *|Disallow: /                       ; /a ; no ; rule
house-user-agent-in-two-words-opens-a-group  ; User agent: *|Disallow: /                      ; /a ; no ; rule
house-user-agent-without-colon-opens-a-group ; User-agent *|Disallow: /                       ; /a ; no ; rule
house-prose-about-user-agents-opens-none     ; UA: *|User-agent strings follow|Disallow: /    ; /a ; no ; rule
house-robots-txt-without-group               ;                                          ; /robots.txt ; yes ; robots-txt
"""


@pytest.mark.parametrize(("text", "url", "allowed", "why"), rows(FILES))
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"], ids=["lf", "cr", "crlf"])
def test_file(text: str, url: str, allowed: str, why: str, end: str) -> None:
    verdict = parse(text.replace("UA:", "User-agent:").replace("|", end).encode()).verdict(US, url)
    assert (verdict.allowed, verdict.why) == (allowed == "yes", why)


DELAYS = [
    ("house-whole-seconds", "Crawl-delay: 5", 5.0),
    ("house-a-decimal-point", "Crawl-delay: 0.5", 0.5),
    ("house-nothing-before-the-point", "Crawl-delay: .5", 0.5),
    ("house-zero", "Crawl-delay: 0", 0.0),
    ("house-leading-zeros", "Crawl-delay: 007", 7.0),
    ("house-the-largest-counts", "Crawl-delay: 5\nCrawl-delay: 9\nCrawl-delay: 2", 9.0),
    ("house-before-the-rules", "Crawl-delay: 5\nDisallow: /", 5.0),
    ("house-after-the-rules", "Disallow: /\nCrawl-delay: 5", 5.0),
    ("house-in-two-words", "Crawl delay: 5", 5.0),
    ("house-a-comment", "Crawl-delay: 5 # please", 5.0),
    ("house-none", "Disallow: /", None),
    ("house-empty", "Crawl-delay:", None),
    ("house-negative", "Crawl-delay: -1", None),
    ("house-signed", "Crawl-delay: +1", None),
    ("house-words", "Crawl-delay: ten", None),
    ("house-infinite", "Crawl-delay: inf", None),
    ("house-no-number", "Crawl-delay: nan", None),
    ("house-digits-that-pass-every-number", "Crawl-delay: " + "9" * 400, None),
    ("house-exponent", "Crawl-delay: 1e3", None),
    ("house-underscore", "Crawl-delay: 1_0", None),
    ("house-comma", "Crawl-delay: 0,5", None),
    ("house-two-points", "Crawl-delay: 1.2.3", None),
    ("house-digits-of-another-script", "Crawl-delay: ٣", None),
    ("house-a-lone-point", "Crawl-delay: .", None),
    ("house-with-a-unit", "Crawl-delay: 10s", None),
    ("house-without-colon", "Crawl-delay 10", None),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "seconds"), [pytest.param(*case[1:], id=case[0]) for case in DELAYS])
def test_crawl_delay(lines: str, seconds: float | None) -> None:
    assert parse(f"User-agent: *\n{lines}".encode()).crawl_delay(US) == seconds


@pytest.mark.parametrize(
    ("agent", "seconds"), [("a", 1.0), ("b", 2.0), ("c", 4.0), ("d", 4.0), ("e", 9.0), ("z", None)]
)
def test_house_a_crawl_delay_is_for_the_lines_it_was_written_under(agent: str, seconds: float | None) -> None:
    text = "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nCrawl-delay: 2\nDisallow: /\n"
    text += "User-agent: c\nUser-agent: d\nDisallow: /\nCrawl-delay: 4\nUser-agent: e\nCrawl-delay: 3\nAllow: /\n"
    assert parse(f"{text}User-agent: e\nCrawl-delay: 9".encode()).crawl_delay(agent, matching="exact") == seconds


def test_house_a_group_of_ours_hides_the_crawl_delay_of_star() -> None:
    robots = parse(b"User-agent: *\nCrawl-delay: 9\nUser-agent: LessonPeakSeoBot\nDisallow: /a")
    assert robots.crawl_delay(USER_AGENT) is None
    assert robots.crawl_delay("Other") == 9


def test_the_verdict_names_rule_line_and_group() -> None:
    text = b"# hello\nUser-agent: Lesson/1.0 # us\r\nUser-Agent: other\n\n  Disallow :  /a b  # no\n"
    text += b"user-agent: LESSON\nAllow: /b"
    robots = parse(text)
    assert robots.verdict(US, "/a%20bc") == (False, "Disallow :  /a b", 5, ("Lesson/1.0", "LESSON"), Why.RULE)
    assert robots.verdict(US, "/b") == (True, "Allow: /b", 7, ("Lesson/1.0", "LESSON"), Why.RULE)
    assert robots.verdict(US, "/c") == (True, None, None, ("Lesson/1.0", "LESSON"), Why.NO_RULE)
    assert robots.verdict("x", "/c") == (True, None, None, (), Why.NO_GROUP)


def test_groups_are_kept_as_written() -> None:
    groups = parse(b"User-agent: A/1\nUser-agent: *\nDisallow: /a\nAllow:\nUser-agent: B\nCrawl-delay: 3").groups
    assert [[(a.value, a.token, a.line, a.crawl_delay) for a in group.agents] for group in groups] == [
        [("A/1", "a", 1, None), ("*", "*", 2, None)],
        [("B", "b", 5, 3.0)],
    ]
    assert groups[0].rules == ((False, "/a", "Disallow: /a", 3), (True, "", "Allow:", 4))


def test_sitemaps_stand_outside_groups_once_each_and_in_order() -> None:
    text = b"Sitemap: https://h/b.xml\nUser-agent: x\nSITEMAP:https://h/a.xml # c\nsite-map: /c\n"
    text += b"Sitemap: https://h/b.xml\nSitemap:\n"
    assert parse(text).sitemaps == ("https://h/b.xml", "https://h/a.xml", "/c")


def test_no_such_matching_is_an_error_of_the_caller() -> None:
    with pytest.raises(KeyError):
        parse(b"").verdict(US, "/", matching="fuzzy")  # type: ignore[arg-type]
