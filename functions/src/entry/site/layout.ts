import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { zoneName } from '@farwatch/core/texts/zones/zone-names';
import { LANGUAGE_CODES, type Language, languageName, pageTagOf, tagOf } from '@farwatch/core/values/languages';
import { BRAND_START } from '@farwatch/core/values/status-page/brand';
import { Html, html } from './html.ts';
import { ownTab, type PageContext, pathBelow, pathOf } from './page-view.ts';
import { accentStyle, languageStyle, SCRIPT, STYLE } from './style.ts';

/** `below`: the address below the page's own. `isIndexed`: whether search engines may list it. */
type Document = { title: string; description: string; below: string; isIndexed: boolean; main: Html; isHome?: boolean };

const FAVICON = '/favicon.svg';

/** A whole document about a page with a snapshot. */
export function pageDocument(context: PageContext, { main, isHome = false, ...head }: Document): string {
  const { snapshot, view, texts } = context;
  const body = html`<a class="skip" href="#main">${texts.skip}</a><div class="wrap"><header class="top">${brandOf(context, isHome)}${view.isPreview && html`<span class="tag">${texts.preview}</span>`}</header>
<main id="main">${isHome && snapshot.description !== '' && html`<p class="lead">${snapshot.description}</p>`}${main}</main>
${footerOf(context, head.below)}</div>${!view.isPreview && html`<script>${new Html(SCRIPT)}</script>`}`;
  return documentOf({ language: view.language, accent: snapshot.accent, head: headOf(context, head), body });
}

/** A whole document; `head`: all but its style. */
export function documentOf({
  language,
  accent,
  head,
  body,
}: Pick<Snapshot, 'language' | 'accent'> & { head: Html; body: Html }): string {
  const style = html`<style>${new Html(STYLE)}</style><style>${new Html(languageStyle(language))}</style>${accent && html`<style>${new Html(accentStyle(accent))}</style>`}`;
  return html`<!doctype html>
<html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}${style}</head>
<body>${body}</body></html>
`.text;
}

function headOf(
  { snapshot, view }: PageContext,
  { title, description, below, isIndexed }: Omit<Document, 'main'>,
): Html {
  const { slug, origin } = view;
  const own = snapshot.language;
  const url = (language: typeof own) => `${origin}${pathOf(slug, { language, own, below })}`;
  const alternates = LANGUAGE_CODES.map(
    (language) => html`<link rel="alternate" hreflang="${pageTagOf(language)}" href="${url(language)}">`,
  );
  const icon = snapshot.logoTag ? logoPath(slug, snapshot.logoTag) : FAVICON;
  const feeds =
    snapshot.access !== 'password' &&
    ['rss', 'atom'].map(
      (kind) =>
        html`<link rel="alternate" type="application/${kind}+xml" title="${kind.toUpperCase()}" href="/status/${slug}.${kind}">`,
    );
  return html`<title>${title}</title><meta name="description" content="${description}">${!isIndexed && html`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${url(view.language)}">${alternates}<link rel="alternate" hreflang="x-default" href="${url(own)}">
<meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:type" content="website"><meta property="og:url" content="${url(view.language)}">
<link rel="icon" href="${icon}">${feeds}`;
}

/** The owner's logo and title: the main heading of the page itself, a link to it elsewhere. */
function brandOf(context: PageContext, isHome: boolean): Html {
  const { snapshot, view } = context;
  const { title, website, logoTag } = snapshot;
  const logo = logoTag !== null && html`<img src="${view.logo ?? logoPath(view.slug, logoTag)}" alt="" height="40">`;
  const name =
    isHome && website !== null
      ? outside(website, html`${title}`, ownTab(snapshot))
      : isHome
        ? title
        : html`<a href="${pathBelow(context)}">${title}</a>`;
  return html`${new Html(BRAND_START)}${logo}${isHome ? html`<h1>${name}</h1>` : html`<p>${name}</p>`}</div>`;
}

function footerOf({ snapshot, view, texts, format }: PageContext, below: string): Html {
  const own = snapshot.language;
  const languages = languageLinks(view.slug, { language: view.language, own, below });
  const confirmed = html`<time datetime="${new Date(view.confirmedAtMs).toISOString()}" data-r>${format.time(view.confirmedAtMs)}</time>`;
  return html`<footer class="foots"><p>${texts.confirmedAt}${confirmed}${texts.period}${texts.zone(zoneName(snapshot.timeZone, view.language, view.nowMs))}</p><div><span>${texts.poweredBy[0]}<a href="${view.origin}/"${ownTab(snapshot)}>Farwatch</a>${texts.poweredBy[1]}</span>${languages}<a class="report" href="${pathOf(view.slug, { language: view.language, own, below: '/report' })}" rel="nofollow"${ownTab(snapshot)}>${texts.report.link}</a></div></footer>`;
}

/** Links to what is shown in the other languages. `below`: its address below the page's own. */
export function languageLinks(slug: string, shown: { language: Language; own: Language; below: string }): Html {
  const links = LANGUAGE_CODES.filter((language) => language !== shown.language).map(
    (language) =>
      html`<a href="${pathOf(slug, { ...shown, language })}" lang="${tagOf(language)}" hreflang="${tagOf(language)}">${languageName(language)}</a>`,
  );
  return html`<nav class="langs" aria-label="${STATUS_PAGE_TEXTS[shown.language].languages}">${links}</nav>`;
}

function logoPath(slug: string, tag: string): string {
  return `/status/${slug}/logo/${tag}`;
}

/** A link that an owner wrote: only to websites, and without this site's recommendation. */
function outside(url: string, content: Html, target: Html | null): Html {
  const isWebsite = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  return isWebsite ? html`<a href="${url}" rel="nofollow ugc noopener"${target}>${content}</a>` : content;
}
