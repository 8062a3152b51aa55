import { DEFAULT_LANGUAGE, type Language, pageTagOf, regionalTagOf } from '@farwatch/core/values/languages';
import { entryOf, PUBLIC_PAGES, type PublicPage, pathOf } from './pages.ts';

/** The contents of a public page's document. `styles` and `body` are markup; the rest is text. */
type PageParts = {
  page: PublicPage;
  /** The site's origin, without a trailing slash. */
  origin: string;
  title: string;
  description: string;
  pictureText: string;
  styles: string;
  body: string;
  /** Texts for the interactive part, by namespace; null if the page has none. */
  texts: unknown;
  /** Addresses of the built files: the script, what it imports, and the Latin font. */
  script: string;
  imports: readonly string[];
  font: string | null;
};

const GROUND =
  'html{background:#f5f7fa;color-scheme:light}html.dark{background:#0b1118;color-scheme:dark}body{margin:0}';
const SOCIAL = { path: '/social.png', width: 1200, height: 630 };

/** The complete document of a public page, readable without scripts. */
export function documentOf(parts: PageParts): string {
  const { page, styles, body, texts, script } = parts;
  return `<!doctype html>
<html lang="${pageTagOf(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${metaTags(parts).join('\n')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<meta name="theme-color" content="#f5f7fa">
<style>${GROUND}</style>
<script src="/theme.js"></script>
<script src="/enter.js"></script>
${preloads(parts).join('\n')}
${styles}
</head>
<body>
<div id="root">${body}</div>
${textsOf(texts)}<script type="module" src="${script}"></script>
</body>
</html>
`;
}

function textsOf(texts: unknown): string {
  if (texts === null) return '';
  return `<script type="application/json" id="texts">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>\n`;
}

/** The page's metadata for search engines and link previews. */
function metaTags({ page, origin, title, description, pictureText }: PageParts): string[] {
  const address = origin + pathOf(page);
  const picture = origin + SOCIAL.path;
  const inLanguage = (language: Language) => origin + pathOf({ ...page, language });
  const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const og = (property: string, content: string) => `<meta property="${property}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    `<link rel="canonical" href="${address}">`,
    ...entryOf(page.name).languages.map(
      (each) => `<link rel="alternate" hreflang="${pageTagOf(each)}" href="${inLanguage(each)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${inLanguage(DEFAULT_LANGUAGE)}">`,
    og('og:type', 'website'),
    og('og:site_name', 'Farwatch'),
    og('og:title', title),
    og('og:description', description),
    og('og:url', address),
    og('og:locale', regionalTagOf(page.language, '_')),
    og('og:image', picture),
    og('og:image:width', String(SOCIAL.width)),
    og('og:image:height', String(SOCIAL.height)),
    og('og:image:alt', pictureText),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', picture),
    named('twitter:image:alt', pictureText),
  ];
}

function preloads({ imports, font }: PageParts): string[] {
  return [
    ...(font ? [`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`] : []),
    ...imports.map((href) => `<link rel="modulepreload" href="${href}">`),
  ];
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** The sitemap: the public pages, each with its translation. */
export function sitemapOf(origin: string): string {
  const alternate = (name: PublicPage['name'], language: Language) =>
    `<xhtml:link rel="alternate" hreflang="${pageTagOf(language)}" href="${origin}${pathOf({ name, language })}"/>`;
  const entries = PUBLIC_PAGES.filter(({ name }) => entryOf(name).inSitemap).map((page) => {
    const translations = entryOf(page.name).languages.map((language) => alternate(page.name, language));
    return `<url><loc>${origin}${pathOf(page)}</loc>${translations.join('')}</url>`;
  });
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${entries.join('\n')}\n</urlset>\n`;
}

/** robots.txt: the public pages may be indexed, the API may not. */
export function robotsOf(origin: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}
