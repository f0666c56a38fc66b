"""What gives technologies away: our own table, made by looking at what their installations send.

A clue is a text that is searched for as it is, in lower case. What it is found in is the name of the column.
"""

from dataclasses import dataclass
from typing import Final

Clues = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """One technology; every clue is enough by itself."""

    name: str
    kind: str
    generator: Clues = ()  # how <meta name=generator> begins
    server: Clues = ()  # in the Server field
    powered: Clues = ()  # in X-Powered-By or X-Generator
    headers: Clues = ()  # names of response fields
    cookies: Clues = ()  # how the name of a cookie begins
    files: Clues = ()  # in the address of something the page loads
    scripts: Clues = ()  # in the text of an inline script
    ids: Clues = ()  # an element's id
    library: str = ""  # the name of its file, with a version beside it


def _f(name: str, kind: str, library: str = "", **clues: str) -> Fingerprint:
    """A row of the table; clues of a column are parted by spaces, a generator's by commas."""
    split = {column: tuple(text.split("," if column == "generator" else " ")) for column, text in clues.items()}
    return Fingerprint(name, kind, library=library, **split)


TABLE: Final = (
    # Content management and site builders
    _f("WordPress", "CMS", generator="wordpress ", files="/wp-content/ /wp-includes/", cookies="wordpress_"),
    _f("Drupal", "CMS", generator="drupal", powered="drupal", headers="x-drupal-cache x-drupal-dynamic-cache",
       files="/sites/default/files/ /core/misc/drupal.js"),
    _f("Joomla", "CMS", generator="joomla", files="/media/system/js/core.js /media/jui/"),
    _f("TYPO3", "CMS", generator="typo3", files="/typo3temp/ /typo3conf/"),
    _f("Contao", "CMS", generator="contao"),
    _f("Craft CMS", "CMS", powered="craft", cookies="craftsessionid"),
    _f("Concrete CMS", "CMS", generator="concrete", files="/concrete/js/", cookies="concrete5"),
    _f("Umbraco", "CMS", generator="umbraco", headers="x-umbraco-version", files="/app_plugins/umbraco"),
    _f("Sitecore", "CMS", cookies="sc_analytics_global_cookie", files="/-/media/"),
    _f("Adobe Experience Manager", "CMS", files="/etc.clientlibs/"),
    _f("Kentico", "CMS", generator="kentico", cookies="cmspreferredculture"),
    _f("DNN", "CMS", generator="dotnetnuke", cookies="dnn_ dotnetnukeanonymous"),
    _f("Ghost", "CMS", generator="ghost ", files="/public/ghost-stats"),
    _f("MediaWiki", "CMS", generator="mediawiki", files="/load.php?lang="),
    _f("Plone", "CMS", generator="plone"),
    _f("Bolt", "CMS", generator="bolt"),
    _f("October CMS", "CMS", cookies="october_session"),
    _f("Statamic", "CMS", powered="statamic"),
    _f("HubSpot CMS", "CMS", generator="hubspot", files="hs-sites.com/ /hs/hsstatic/", headers="x-hs-hub-id"),
    _f("Wix", "Site builder", generator="wix.com", headers="x-wix-request-id", files="static.parastorage.com/"),
    _f("Squarespace", "Site builder", generator="squarespace", files="static1.squarespace.com/"),
    _f("Webflow", "Site builder", generator="webflow", files="assets.website-files.com/ cdn.prod.website-files.com/"),
    _f("Weebly", "Site builder", files="cdn2.editmysite.com/", cookies="is_mobile_weebly"),
    _f("Jimdo", "Site builder", generator="jimdo", files="assets.jimstatic.com/"),
    _f("Webnode", "Site builder", generator="webnode", files="d1di2lzuh97fh2.cloudfront.net/"),
    _f("Framer", "Site builder", generator="framer", files="framerusercontent.com/"),
    _f("Tilda", "Site builder", generator="tilda", files="static.tildacdn.com/ tilda.ws/"),
    _f("Blogger", "Site builder", generator="blogger", files="www.blogger.com/static/"),
    # Shops
    _f("Shopify", "Shop", headers="x-shopid x-shopify-stage", files="cdn.shopify.com/", cookies="_shopify_"),
    _f("WooCommerce", "Shop", generator="woocommerce", files="/plugins/woocommerce/", cookies="woocommerce_"),
    _f("Magento", "Shop", files="/static/version1 /mage/cookies.js /skin/frontend/", cookies="mage-",
       headers="x-magento-cache-debug x-magento-tags"),
    _f("PrestaShop", "Shop", generator="prestashop", powered="prestashop", cookies="prestashop-"),
    _f("Shopware", "Shop", files="/bundles/storefront/", headers="sw-context-token sw-version-id", cookies="sw-states"),
    _f("OpenCart", "Shop", files="catalog/view/theme/ catalog/view/javascript/", cookies="ocsessid"),
    _f("BigCommerce", "Shop", files="cdn11.bigcommerce.com/ cdn10.bigcommerce.com/", cookies="shop_session_token"),
    _f("Shoptet", "Shop", generator="shoptet", files="cdn.myshoptet.com/"),
    # Static generators and frameworks
    _f("Hugo", "Static generator", generator="hugo "),
    _f("Jekyll", "Static generator", generator="jekyll"),
    _f("Eleventy", "Static generator", generator="eleventy"),
    _f("Hexo", "Static generator", generator="hexo"),
    _f("Gatsby", "Static generator", generator="gatsby", ids="___gatsby"),
    _f("Docusaurus", "Static generator", generator="docusaurus", ids="__docusaurus"),
    _f("VitePress", "Static generator", generator="vitepress"),
    _f("MkDocs", "Static generator", generator="mkdocs"),
    _f("Astro", "Framework", generator="astro", files="/_astro/"),
    _f("Next.js", "Framework", powered="next.js", files="/_next/static/", ids="__next __next_data__"),
    _f("Nuxt", "Framework", powered="nuxt", files="/_nuxt/", ids="__nuxt __nuxt_data__"),
    _f("SvelteKit", "Framework", files="/_app/immutable/", headers="x-sveltekit-page"),
    _f("Remix", "Framework", scripts="window.__remixcontext"),
    _f("Laravel", "Framework", cookies="laravel_session", files="/livewire/livewire"),
    _f("Ruby on Rails", "Framework", powered="phusion", files="/assets/rails-ujs", headers="x-rack-cache"),
    _f("Django", "Framework", files="/static/admin/"),
    _f("Express", "Framework", powered="express"),
    _f("ASP.NET", "Framework", powered="asp.net", headers="x-aspnet-version x-aspnetmvc-version",
       cookies="asp.net_sessionid .aspnetcore.", ids="__viewstate"),
    # Libraries in the page
    _f("jQuery", "Library", library=r"jquery"),
    _f("jQuery UI", "Library", library=r"(?:jquery-?ui|code\.jquery\.com/ui)"),
    _f("jQuery Migrate", "Library", library=r"jquery-migrate"),
    _f("Bootstrap", "Library", library=r"(?:twitter-)?bootstrap"),
    _f("AngularJS", "Library", library=r"(?:angularjs|angular(?:\.js)?)"),
    _f("Vue", "Library", library=r"vue"),
    _f("React", "Library", library=r"react(?:-dom)?"),
    _f("Alpine.js", "Library", library=r"alpinejs"),
    _f("htmx", "Library", library=r"htmx(?:\.org)?"),
    _f("D3", "Library", library=r"d3"),
    _f("Lodash", "Library", library=r"lodash(?:\.js)?"),
    _f("Moment.js", "Library", library=r"moment(?:\.js)?"),
    _f("Swiper", "Library", library=r"swiper"),
    _f("GSAP", "Library", library=r"gsap"),
    _f("Modernizr", "Library", library=r"modernizr"),
    _f("Font Awesome", "Fonts", library=r"font-?awesome(?:-free)?", files="kit.fontawesome.com/ use.fontawesome.com/"),
    # Servers, languages and networks
    _f("nginx", "Server", server="nginx"),
    _f("OpenResty", "Server", server="openresty"),
    _f("Apache", "Server", server="apache"),
    _f("Tomcat", "Server", server="tomcat"),
    _f("IIS", "Server", server="microsoft-iis"),
    _f("LiteSpeed", "Server", server="litespeed"),
    _f("Caddy", "Server", server="caddy"),
    _f("lighttpd", "Server", server="lighttpd"),
    _f("gunicorn", "Server", server="gunicorn"),
    _f("Envoy", "Server", server="envoy"),
    _f("OpenSSL", "Server", server="openssl"),
    _f("PHP", "Language", server="php", powered="php", cookies="phpsessid"),
    _f("Python", "Language", server="python"),
    _f("Java", "Language", cookies="jsessionid"),
    _f("Cloudflare", "CDN", server="cloudflare", headers="cf-ray"),
    _f("Fastly", "CDN", headers="x-fastly-request-id fastly-restarts"),
    _f("Amazon CloudFront", "CDN", server="cloudfront", headers="x-amz-cf-id"),
    _f("Amazon S3", "Hosting", server="amazons3"),
    _f("Akamai", "CDN", server="akamaighost akamainetstorage", headers="x-akamai-transformed"),
    _f("Bunny", "CDN", server="bunnycdn"),
    _f("Varnish", "Cache", headers="x-varnish"),
    _f("Vercel", "Hosting", server="vercel", headers="x-vercel-id"),
    _f("Netlify", "Hosting", server="netlify", headers="x-nf-request-id"),
    _f("GitHub Pages", "Hosting", server="github.com", headers="x-github-request-id"),
    _f("jsDelivr", "CDN", files="cdn.jsdelivr.net/"),
    _f("cdnjs", "CDN", files="cdnjs.cloudflare.com/"),
    _f("unpkg", "CDN", files="unpkg.com/"),
    # Statistics, advertising, consent, fonts, other services
    _f("Google Tag Manager", "Tag manager", files="googletagmanager.com/gtm.js", scripts="googletagmanager.com/gtm.js"),
    _f("Google Analytics", "Analytics", files="googletagmanager.com/gtag/js google-analytics.com/",
       scripts="google-analytics.com/analytics.js gtag('config'", cookies="_ga"),
    _f("Matomo", "Analytics", files="/matomo.js /piwik.js", scripts="_paq.push", cookies="_pk_id"),
    _f("Plausible", "Analytics", files="plausible.io/js/"),
    _f("Fathom", "Analytics", files="cdn.usefathom.com/"),
    _f("Umami", "Analytics", files="cloud.umami.is/"),
    _f("Hotjar", "Analytics", files="static.hotjar.com/", scripts="static.hotjar.com/"),
    _f("Microsoft Clarity", "Analytics", files="clarity.ms/tag/", scripts="clarity.ms/tag/"),
    _f("Yandex Metrica", "Analytics", files="mc.yandex.ru/", scripts="mc.yandex.ru/metrika"),
    _f("Cloudflare Web Analytics", "Analytics", files="static.cloudflareinsights.com/"),
    _f("Meta Pixel", "Advertising", files="connect.facebook.net/", scripts="connect.facebook.net/ fbq('init'"),
    _f("LinkedIn Insight", "Advertising", files="snap.licdn.com/", scripts="snap.licdn.com/"),
    _f("TikTok Pixel", "Advertising", scripts="analytics.tiktok.com/"),
    _f("Google Ads", "Advertising", files="googlesyndication.com/ googleadservices.com/"),
    _f("Cookiebot", "Consent", files="consent.cookiebot.com/"),
    _f("OneTrust", "Consent", files="cdn.cookielaw.org/", cookies="optanonconsent"),
    _f("Usercentrics", "Consent", files="app.usercentrics.eu/ web.cmp.usercentrics.eu/"),
    _f("Complianz", "Consent", files="/plugins/complianz", cookies="cmplz_"),
    _f("Klaro", "Consent", files="/klaro.js cdn.kiprotect.com/klaro"),
    _f("Google Fonts", "Fonts", files="fonts.googleapis.com/ fonts.gstatic.com/"),
    _f("Adobe Fonts", "Fonts", files="use.typekit.net/ p.typekit.net/"),
    _f("reCAPTCHA", "Security", files="google.com/recaptcha/ recaptcha.net/recaptcha/"),
    _f("hCaptcha", "Security", files="js.hcaptcha.com/ hcaptcha.com/1/api.js"),
    _f("Cloudflare Turnstile", "Security", files="challenges.cloudflare.com/turnstile"),
    _f("Stripe", "Payment", files="js.stripe.com/"),
    _f("PayPal", "Payment", files="paypal.com/sdk/js paypalobjects.com/"),
    _f("YouTube", "Media", files="youtube.com/embed/ youtube-nocookie.com/embed/"),
    _f("Vimeo", "Media", files="player.vimeo.com/"),
    _f("Google Maps", "Maps", files="maps.googleapis.com/ google.com/maps/embed"),
    _f("Leaflet", "Maps", library=r"leaflet"),
    _f("Intercom", "Chat", files="widget.intercom.io/", scripts="widget.intercom.io/"),
    _f("Sentry", "Monitoring", files="browser.sentry-cdn.com/ js.sentry-cdn.com/"),
    _f("New Relic", "Monitoring", files="js-agent.newrelic.com/", scripts="nreum"),
    _f("Elementor", "Plugin", generator="elementor", files="/plugins/elementor/"),
    _f("Yoast SEO", "Plugin", files="/plugins/wordpress-seo/"),
)  # fmt: skip
