"""Which groups speak to whom, and what closes a group.

GROUPS: name; user-agent values, one group each, which refuses the path of its number (/1, /2, ...), `+` joins a run,
`{ua}` is a whole User-Agent, `{/}` a slash; who asks; matching; the numbers that are refused (- where no group speaks
to the asker).

FILES: name; the file (| ends a line, UA is User-agent); path; allowed; why.
"""

from typing import Final

GROUPS: Final = """
rfc221-a-token-selects-its-group              ; FriendlySeoBot, *              ; FriendlySeoBot       ; exact  ; 1
rfc221-tokens-are-case-insensitive            ; FRIENDLYseobot, *              ; FriendlySeoBot       ; exact  ; 1
rfc221-star-is-for-the-rest                   ; Other, *                       ; FriendlySeoBot       ; exact  ; 2
rfc221-star-does-not-add-to-a-group           ; *, FriendlySeoBot              ; FriendlySeoBot       ; exact  ; 2
rfc221-no-group                               ; Other                          ; FriendlySeoBot       ; exact  ; -
rfc221-same-token-merges                      ; A, B, A                        ; A                    ; exact  ; 13
rfc221-same-token-merges-whatever-its-case    ; A, B, a                        ; a                    ; exact  ; 13
rfc221-stars-merge                            ; *, A, *                        ; B                    ; exact  ; 13
rfc221-a-run-shares-its-rules                 ; A+B, C                         ; B                    ; exact  ; 1
rfc221-a-run-merges-with-a-group              ; A+B, B                         ; B                    ; exact  ; 12
rfc221-a-token-twice-in-a-run                 ; A+A                            ; A                    ; exact  ; 1
rfc221-star-in-a-run                          ; A+*, B                         ; C                    ; exact  ; 1
rfc221-a-version-is-not-of-the-token          ; FriendlySeoBot{/}1.0, *        ; FriendlySeoBot       ; exact  ; 1
rfc221-a-space-ends-the-token                 ; Foo Bar, *                     ; Foo                  ; exact  ; 1
rfc221-words-after-the-token-name-nobody      ; Foo Bar, *                     ; Bar                  ; exact  ; 2
rfc221-a-longer-token-is-another              ; Foobar, *                      ; Foo                  ; exact  ; 2
rfc221-a-shorter-token-is-another             ; Foo, *                         ; Foobar               ; exact  ; 2
rfc221-a-digit-ends-the-token                 ; AB42bot, *                     ; AB                   ; exact  ; 1
rfc221-star-with-more-is-no-star              ; *bot, Other                    ; Foobot               ; exact  ; -
rfc221-star-and-a-space-is-a-star             ; * bot, Other                   ; Foobot               ; exact  ; 1
rfc221-an-empty-value-names-nobody            ; , Other                        ; Foobot               ; exact  ; -
house-digits-belong-to-names                  ; agent1, agent2, *              ; agent2               ; exact  ; 2
house-names-in-other-scripts                  ; Львів-bot, *                   ; львів-bot            ; exact  ; 1
house-digits-are-dropped-where-none-is-named  ; news, *                        ; news2                ; exact  ; 1
house-underscore-and-hyphen-are-of-the-token  ; a_b, a-b, *                    ; a-b                  ; exact  ; 2
prefix-a-beginning-selects                    ; Friendly, *                    ; FriendlySeoBot       ; prefix ; 1
prefix-the-longest-beginning-selects          ; Friend, FriendlySeo, *         ; FriendlySeoBot       ; prefix ; 2
prefix-the-longest-in-either-order            ; FriendlySeo, Friend, *         ; FriendlySeoBot       ; prefix ; 1
prefix-the-token-itself-is-the-longest        ; FriendlySeo, FriendlySeoBot    ; FriendlySeoBot       ; prefix ; 2
prefix-same-beginnings-merge                  ; Friend, X, friend              ; FriendlySeoBot       ; prefix ; 13
prefix-one-letter-is-a-beginning              ; F, *                           ; FriendlySeoBot       ; prefix ; 1
prefix-a-longer-token-is-another              ; FriendlySeoBots, *             ; FriendlySeoBot       ; prefix ; 2
prefix-the-end-is-no-beginning                ; SeoBot, *                      ; FriendlySeoBot       ; prefix ; 2
prefix-a-version-is-not-of-the-token          ; FriendlySeoBot{/}1.0, *        ; FriendlySeoBot       ; prefix ; 1
prefix-another-version-is-ours-too            ; FriendlySeoBot{/}9, *          ; FriendlySeoBot       ; prefix ; 1
prefix-the-first-word-is-the-token            ; Friend ly, *                   ; FriendlySeoBot       ; prefix ; 1
prefix-a-version-without-slash-is-ours        ; FriendlySeoBot2, *             ; FriendlySeoBot       ; prefix ; 1
prefix-a-digit-is-no-end-of-a-beginning       ; Friend7bot, *                  ; FriendlySeoBot       ; prefix ; 2
prefix-a-copied-user-agent-is-ours            ; {ua}, *                        ; FriendlySeoBot       ; prefix ; 1
prefix-a-browser-is-not-us                    ; Mozilla, *                     ; {ua}                 ; prefix ; 2
prefix-star-is-for-the-rest                   ; Other, *                       ; FriendlySeoBot       ; prefix ; 2
prefix-no-group                               ; Other                          ; FriendlySeoBot       ; prefix ; -
prefix-an-empty-value-names-nobody            ; , Other                        ; FriendlySeoBot       ; prefix ; -
prefix-a-lone-slash-names-nobody              ; /1.0, Other                    ; FriendlySeoBot       ; prefix ; -
agent-a-whole-user-agent                      ; FriendlySeoBot, *              ; {ua}                 ; prefix ; 1
agent-a-whole-user-agent-exactly              ; FriendlySeoBot, *              ; {ua}                 ; exact  ; 1
agent-words-of-its-url-are-not-its-names      ; seo, roboti, https, *          ; {ua}                 ; prefix ; 4
agent-with-a-version                          ; Foo, *                         ; Foo/1.2              ; exact  ; 1
agent-several-products                        ; libwww, *                      ; Foo/1 libwww/2       ; exact  ; 1
agent-the-longest-product-selects             ; Foo, libwww                    ; Foo/1 libwww/2       ; exact  ; 2
agent-star-asks-for-star                      ; A, *                           ; *                    ; prefix ; 2
agent-nobody-asks-for-star                    ; A, *                           ;                      ; prefix ; 2
agent-a-browser-alone-is-a-browser            ; Mozilla, *                     ; Mozilla{/}5.0        ; exact  ; 1
rfc221-a-hyphen-makes-another-name            ; a-b, *                         ; ab                   ; exact  ; 2
rfc221-a-group-of-three-parts                 ; A, B, A, B, A                  ; A                    ; exact  ; 135
prefix-a-hyphen-is-no-part-of-ours            ; Friend-ly, *                   ; FriendlySeoBot       ; prefix ; 2
prefix-whatever-its-case                      ; friendLY, *                    ; FriendlySeoBot       ; prefix ; 1
prefix-one-of-a-run                           ; Other+Friend, *                ; FriendlySeoBot       ; prefix ; 1
agent-in-lower-case-with-a-version            ; FriendlySeoBot, *              ; friendlyseobot{/}1.0 ; exact  ; 1
"""

FILES: Final = """
rfc221-crawl-delay-closes-no-run             ; UA: Friend|Crawl-delay: 1|UA: b|Disallow: /    ; /a ; no ; rule
rfc221-an-unknown-key-closes-no-run          ; UA: Friend|Noindex: /|UA: b|Disallow: /        ; /a ; no ; rule
rfc221-a-sitemap-closes-no-run               ; UA: Friend|Sitemap: /s|UA: b|Disallow: /       ; /a ; no ; rule
rfc221-an-empty-line-closes-no-run           ; UA: Friend||UA: b|Disallow: /                  ; /a ; no ; rule
rfc221-an-empty-disallow-closes-a-run        ; UA: Friend|Disallow:|UA: b|Disallow: /         ; /a ; yes ; no-rule
rfc221-a-misspelt-disallow-closes-a-run      ; UA: Friend|Disalow: /b|UA: b|Disallow: /       ; /a ; yes ; no-rule
rfc221-a-misspelt-allow-closes-no-run        ; UA: Friend|Alow: /b|UA: b|Disallow: /          ; /a ; no ; rule
rfc221-an-empty-line-closes-no-group         ; UA: *|Disallow: /b||Disallow: /a               ; /a ; no ; rule
rfc221-a-group-without-rules-hides-star      ; UA: *|Disallow: /|UA: Friend                   ; /a ; yes ; no-rule
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
rfc221-two-runs-share-nothing                ; UA: Friend|Disallow: /a|UA: b|Disallow: /b       ; /b ; yes ; no-rule
rfc221-comments-close-no-run                 ; UA: Friend|# for b too|UA: b|Disallow: /         ; /a ; no  ; rule
house-useg-agent-opens-a-group               ; Useg-agent: *|Disallow: /                        ; /a ; no  ; rule
house-a-lost-first-letter-opens-a-group      ; ser-agent: *|Disallow: /                         ; /a ; no  ; rule
house-a-misspelt-group-takes-no-rules-away   ; UA: *|Disallow: /a|Uzer-agent: b|Disallow: /b    ; /b ; no  ; rule
"""
