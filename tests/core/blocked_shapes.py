"""Answers of firewalls as their public documentation has them, each with name, status, header fields, body, and
who is to be named for it.
"""

from crawler.core.urls import normalise

URL = normalise("https://www.example.com/account/orders")
FILLER = "<p>" + "A paragraph of an ordinary page, with more in it than a block page has to say. " * 12 + "</p>"
MENU = "".join(f'<a href="/{name}">{name}</a>' for name in ("home", "books", "about", "help", "contact", "imprint"))
#: developers.cloudflare.com, JavaScript Detections: put by Cloudflare into every HTML page of a site that has it on.
DETECTION = "<script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';</script>"
SENSOR = '<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>'
SHELL = '<div id="root"></div><script src="/static/main.js"></script>'
KEY = 'data-sitekey="10000000-ffff-ffff-ffff-000000000001"'
CONTACT = (
    '<h1>Write to us</h1><form action="/contact" method="post"><label>Name <input name="name"></label>'
    '<label>E-mail <input type="email" name="email"></label><textarea name="text"></textarea>'
    '{widget}<input type="submit"></form>'
)
LOGIN_FORM = (
    '<form method="post"><input name="user"><input type="password" name="password"><button>Log in</button></form>'
)
PAID = '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree": false}</script>'


def page(body, head=""):
    return f"<!doctype html><html><head><title>x</title>{head}</head><body>{body}</body></html>".encode()


def refresh(to):
    return f'<html><head><meta http-equiv="refresh" content="5; URL=\'{to}\'" /></head><body></body></html>'.encode()


def f5(words):
    return page(
        f"{words}<br><br>Your support ID is: 1782913578710998<br><a href='javascript:history.back();'>[Back]</a>"
    )


CF_1XXX = '<div id="cf-error-details"><h1 data-translate="block_headline">Sorry, you have been blocked</h1></div>'
AKAMAI = '<H1>Access Denied</H1>You don\'t have permission to access "http&#58;&#47;&#47;x&#47;" on this server.<P>'
HUMAN_JSON = b'{"appId":"PX000","jsClientSrc":"//c/main.min.js","blockScript":"//c/captcha.js","vid":"","uuid":"1"}'
SHAPES = [
    (
        "managed challenge",
        403,
        {"cf-mitigated": "challenge", "server": "cloudflare"},
        page("Just a moment..."),
        "Cloudflare challenge",
    ),
    ("challenge by 503", 503, {"cf-mitigated": "challenge"}, b"", "Cloudflare challenge"),
    ("challenge by 200", 200, {"cf-mitigated": "challenge"}, page("Just a moment..."), "Cloudflare challenge"),
    (
        "challenge script",
        403,
        {},
        page('<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8">'),
        "Cloudflare",
    ),
    (
        "IUAM",
        503,
        {"server": "cloudflare"},
        page('<form id="challenge-form"><div class="cf-browser-verification">'),
        "Cloudflare",
    ),
    ("WAF rule", 403, {"server": "cloudflare"}, page(CF_1XXX), "Cloudflare"),
    ("1020", 403, {"server": "cloudflare", "content-type": "text/plain"}, b"error code: 1020", "Cloudflare"),
    ("1006, address banned", 403, {"server": "cloudflare"}, b"error code: 1006", "Cloudflare"),
    ("1009, country banned", 403, {"server": "cloudflare"}, b"error code: 1009", "Cloudflare"),
    ("1010, browser's signature", 403, {"server": "cloudflare"}, b"error code: 1010", "Cloudflare"),
    (
        "reference 18 with its link",
        403,
        {"server": "AkamaiGHost"},
        page(AKAMAI + "https://errors.edgesuite.net/18.7a1d2c17.1718409600.3f9b21e"),
        "Akamai",
    ),
    (
        "reference 18 alone",
        403,
        {"server": "AkamaiGHost"},
        page(AKAMAI + "Reference #18.7a1d2c17.1718409600.3f9b21e"),
        "Akamai",
    ),
    ("reference 18 in entities", 403, {}, page(AKAMAI + "Reference&#32;&#35;18&#46;7a1d2c17"), "Akamai"),
    (
        "crypto challenge, JSON",
        428,
        {},
        b'{"sec-cp-challenge": "true", "provider": "crypto", "chlg_duration": 5}',
        "Akamai",
    ),
    (
        "crypto challenge, page",
        200,
        {},
        page('<div id="sec-if-cpt-container"><iframe id="sec-cpt-if" provider="crypto"></iframe></div>'),
        "Akamai",
    ),
    ("interstitial", 200, {}, refresh("/?bm-verify=AAQAAAAN_____x"), "Akamai"),
    ("captcha page", 403, {"x-datadome": "protected", "x-dd-b": "1"}, b"", "DataDome"),
    (
        "captcha script",
        403,
        {"x-datadome": "protected"},
        page("<script src='https://ct.captcha-delivery.com/c.js'></script>"),
        "DataDome",
    ),
    (
        "captcha for fetch",
        403,
        {"content-type": "application/json"},
        b'{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=A"}',
        "DataDome",
    ),
    ("device check by 401", 401, {}, page("<script src='https://ct.captcha-delivery.com/i.js'></script>"), "DataDome"),
    (
        "incident",
        403,
        {"x-iinfo": "7-1"},
        page(
            '<iframe src="/_Incapsula_Resource?SWUDNSAI=31&amp;incident_id=1">'
            "Request unsuccessful. Incapsula incident ID: 1-2</iframe>"
        ),
        "Imperva",
    ),
    (
        "incident by 200",
        200,
        {"x-cdn": "Imperva"},
        page('<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&amp;xinfo=7"></iframe>'),
        "Imperva",
    ),
    (
        "stub of a script and nothing else",
        200,
        {},
        f'<html><head><META NAME="robots" CONTENT="noindex,nofollow">{SENSOR}<body></body></html>'.encode(),
        "Imperva",
    ),
    (
        "restricted access, its number in a span of its own",
        403,
        {"server": "cloudflare"},
        page(
            '<div id="cf-error-details"><h1><span>Error</span> <span class="cf-error-code">1020</span></h1>'
            "<h2>Access denied</h2><p>The owner of this website used Cloudflare to restrict access.</p></div>"
        ),
        "Cloudflare",
    ),
    ("incident by 503", 503, {}, page("Request unsuccessful. Incapsula incident ID: 1234-5678901234"), "Imperva"),
    (
        "challenge",
        202,
        {"x-amzn-waf-action": "challenge"},
        page("<script>AwsWafIntegration.getToken()</script>"),
        "AWS WAF",
    ),
    ("captcha", 405, {"x-amzn-waf-action": "captcha"}, page("Confirm you are human"), "AWS WAF"),
    ("challenge to other types", 202, {"x-amzn-waf-action": "challenge"}, b"", "AWS WAF"),
    (
        "request blocked",
        403,
        {"x-cache": "Error from cloudfront"},
        page("<H1>403 ERROR</H1>Request blocked. <PRE>Generated by cloudfront (CloudFront) Request ID: x</PRE>"),
        "CloudFront",
    ),
    ("press and hold", 403, {}, page("<h1>Please verify you are a human</h1><div id='px-captcha'></div>"), "HUMAN"),
    ("advanced blocking response", 403, {"content-type": "application/json"}, HUMAN_JSON, "HUMAN"),
    ("rate captcha", 429, {}, page("<script>window._pxAppId = 'PX000';</script><div id='px-captcha'></div>"), "HUMAN"),
    ("field", 403, {"x-sucuri-id": "12", "x-sucuri-block": "ERR"}, b"", "Sucuri"),
    ("page", 403, {}, page("<h1>Access Denied - Sucuri Website Firewall</h1>"), "Sucuri"),
    ("script by 200", 200, {}, page("", "<script>var s={},sucuri_cloudproxy_js='',S='YT0n';</script>"), "Sucuri"),
    ("first request", 429, {"x-kpsdk-ct": "0a1b", "x-kpsdk-v": "j-0.0.0"}, b"", "Kasada"),
    (
        "challenge page",
        429,
        {},
        page("<script>window.KPSDK={};KPSDK.now=1;</script><script src='/149e/2d20/ips.js?x'></script>"),
        "Kasada",
    ),
    ("rejected by 200", 200, {}, f5("The requested URL was rejected. Please consult with your administrator."), "F5"),
    ("rejected by 403", 403, {}, f5("The requested URL was rejected. Please consult with your administrator."), "F5"),
    (
        "script check",
        200,
        {},
        page(
            "<noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 1</noscript>"
            '<script src="/TSPD/08?type=8"></script>'
        ),
        "F5",
    ),
    (
        "redirect to captcha",
        302,
        {"location": "https://validate.perfdrive.com/64b9/?ssa=be69&ssc=https%3A%2F%2Fx.com%2F"},
        b"",
        "Radware",
    ),
    (
        "script to captcha",
        200,
        {},
        page("<script>location='https://validate.perfdrive.com/64b9/captcha?ssa=1'</script>"),
        "Radware",
    ),
    ("AppWall", 403, {}, page("<h2>Unauthorized Activity Has Been Detected</h2>Case Number: 1-2-3"), "Radware"),
    ("seed", 247, {}, page('<script>;;window.rbzns={bereshit:"1",seed:"x"};winsocks();</script>'), "Reblaze"),
    (
        "terminated",
        403,
        {},
        page("<h1>Access denied (403)</h1>Current session has been terminated. Do not hesitate to contact us."),
        "Reblaze",
    ),
    ("checkpoint", 429, {"x-vercel-mitigated": "challenge"}, page("Vercel Security Checkpoint"), "Vercel"),
    ("denied", 403, {"x-vercel-mitigated": "deny"}, page("Forbidden"), "Vercel"),
    (
        "captcha by 202",
        202,
        {"sg-captcha": "challenge"},
        refresh("/.well-known/sgcaptcha/?r=%2F&y=ipc:1"),
        "SiteGround",
    ),
    ("refresh alone", 202, {}, refresh("/.well-known/sgcaptcha/?r=%2F&y=ipc:1"), "SiteGround"),
    (
        "proof of work",
        200,
        {},
        page(
            f"<h1>Making sure you are not a bot!</h1>{FILLER}"
            '<script id="anubis_challenge" type="application/json">{}</script>'
        ),
        "Anubis",
    ),
    ("script by 401", 401, {}, page('<script src="/__qrator/qauth_utm_v2_118.js"></script>'), "Qrator"),
    (
        "browser check",
        403,
        {"server": "ddos-guard"},
        page('<script src="/.well-known/ddos-guard/js-challenge/index.js"></script>'),
        "DDoS-Guard",
    ),
    (
        "message by 200",
        200,
        {},
        b'{"message":"Access denied by Imunify360 bot-protection. IPs used for automation should be whitelisted"}',
        "Imunify360",
    ),
    (
        "default page",
        403,
        {"x-azure-ref": "20260101T000000Z-x"},
        page("<h2>The request is blocked.</h2>"),
        "Azure Front Door",
    ),
    (
        "limited",
        503,
        {},
        page("Your access to this site has been limited by the site owner. Generated by Wordfence"),
        "Wordfence",
    ),
    ("attack", 403, {}, page('<div class="fgd_icon"></div>Web Page Blocked! Attack ID: 20000051'), "FortiWeb"),
    ("refused", 406, {}, page("<h1>Not Acceptable!</h1>This error was generated by Mod_Security."), "ModSecurity"),
    (
        "alone by 200",
        200,
        {},
        page(f'<p>One more step</p><form><div class="g-recaptcha" {KEY}></div><input type="submit"></form>'),
        "reCAPTCHA",
    ),
    ("alone by 403", 403, {}, page(f"<div class='h-captcha' {KEY}></div>"), "hCaptcha"),
    (
        "alone by 429",
        429,
        {},
        page(f'<p>Verify you are human</p><div class="cf-turnstile wide" {KEY}></div>'),
        "Turnstile",
    ),
    (
        "alone by 503",
        503,
        {},
        page(f'<!-- long comment {"x" * 900} --><div class="frc-captcha" {KEY}></div>'),
        "Friendly Captcha",
    ),
    ("element alone", 200, {}, page('<altcha-widget challengeurl="/a"></altcha-widget>'), "ALTCHA"),
    ("Basic", 401, {"www-authenticate": 'Basic realm="Members"'}, page("Sign in"), "login wall"),
    ("401 with a form", 401, {}, page(LOGIN_FORM), "login wall"),
    ("bare 401", 401, {}, b"", "login wall"),
    ("403 with a form", 403, {}, page(f"<h1>Please log in</h1>{LOGIN_FORM}"), "login wall"),
    ("403 with a demand", 403, {"www-authenticate": "Bearer"}, b"", "login wall"),
    ("redirect with the path", 302, {"location": "/login?next=/account/orders"}, b"", "login wall"),
    (
        "redirect with the URL",
        303,
        {"location": "https://id.example.com/signin?ReturnUrl=https%3A%2F%2Fwww.example.com%2Faccount%2Forders"},
        b"",
        "login wall",
    ),
    (
        "redirect, encoded twice",
        302,
        {"location": "/wp-login.php?redirect_to=https%253A%252F%252Fwww.example.com%252Faccount%252Forders&reauth=1"},
        b"",
        "login wall",
    ),
    (
        "redirect by OpenID Connect",
        302,
        {"location": "https://id.example.com/authorize?response_type=code&client_id=shop&scope=openid"},
        b"",
        "login wall",
    ),
    (
        "redirect by SAML",
        302,
        {"location": "https://id.example.com/saml2?SAMLRequest=fZLd&RelayState=x"},
        b"",
        "login wall",
    ),
    ("bare 402", 402, {}, b"", "paywall"),
    ("402 with words", 402, {}, page("Subscribe to read on"), "paywall"),
    ("401 with the mark", 401, {}, page("Subscribe to read on", PAID), "paywall"),
    ("403 with the mark", 403, {}, page(FILLER, PAID), "paywall"),
]
