import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { Language } from '@farwatch/core/documents/user';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import appCn from '../locales/cn.json';
import appEn from '../locales/en.json';
import siteCn from '../locales/site-cn.json';
import siteEn from '../locales/site-en.json';
import { documentOf, robotsOf, sitemapOf } from './document.ts';
import { LandingPage } from './landing/landing-page.tsx';
import { LegalPage } from './legal/legal-page.tsx';
import { LIVE_ID_PREFIX, LiveContext, LiveRoot } from './live/live-island.tsx';
import { tellStory } from './live/story.ts';
import { PageContext } from './page-context.ts';
import { fileOf, PUBLIC_PAGES, type PublicPage } from './pages.ts';
import { Providers } from './providers.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { islandSystem, siteSystem } from './system.ts';
import { translationOf } from './texts.ts';

const TEXTS = { en: { translation: appEn, site: siteEn }, cn: { translation: appCn, site: siteCn } };

/** The build's values: the site's origin, its built files, the styles of its fonts, and the time of the build. */
export type Built = {
  origin: string;
  script: string;
  imports: readonly string[];
  font: string | null;
  fontStyles: string;
  builtAtMs: number;
};

/** All files of the public pages, by path in Hosting's folder. */
export function publicFiles(built: Built): Record<string, string> {
  const pages = PUBLIC_PAGES.map((page) => [fileOf(page), renderPage(page, built)] as const);
  return {
    ...Object.fromEntries(pages),
    'sitemap.xml': sitemapOf(built.origin),
    'robots.txt': robotsOf(built.origin),
  };
}

/** One public page's document. */
export function renderPage(page: PublicPage, built: Built): string {
  const texts = TEXTS[page.language];
  const translation = translationOf(page.language, texts);
  const cache = createCache({ key: 'css' });
  // Makes emotion keep styles in the cache instead of inserting them beside each element.
  cache.compat = true;
  const live = page.kind === 'landing' ? renderLive(page.language, built.builtAtMs, { cache, translation }) : null;
  const body = renderToString(
    <CacheProvider value={cache}>
      <Providers system={siteSystem} translation={translation}>
        <PageContext value={page}>
          <LiveContext value={live}>
            <Page page={page} />
          </LiveContext>
        </PageContext>
      </Providers>
    </CacheProvider>,
  );
  const { title, description } = texts.site.meta[page.kind];
  const { origin, script, imports, font } = built;
  const shared = { page, origin, script, imports, font, title, description, body };
  return documentOf({
    ...shared,
    pictureText: texts.site.meta.picture,
    styles: `<style>${built.fontStyles}</style>${stylesOf(cache)}`,
    texts: live && browserTexts(page.language),
  });
}

function Page({ page: { kind } }: { page: PublicPage }): ReactNode {
  return (
    <>
      <SiteHeader />
      {kind === 'landing' ? <LandingPage /> : <LegalPage kind={kind} />}
      <SiteFooter />
    </>
  );
}

type Tools = { cache: EmotionCache; translation: i18n };

function renderLive(language: Language, nowMs: number, { cache, translation }: Tools) {
  const { monitor, name } = TEXTS[language].site.live;
  const story = tellStory({ endpoint: monitor, monitor: name }, language, nowMs);
  const html = renderToString(
    <CacheProvider value={cache}>
      <LiveRoot story={story} system={islandSystem} translation={translation} />
    </CacheProvider>,
    { identifierPrefix: LIVE_ID_PREFIX },
  );
  return { html, story };
}

/** All styles the page used, in the form that emotion takes over in the browser. */
function stylesOf(cache: EmotionCache): string {
  const used = Object.entries(cache.inserted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const ids = used.map(([id]) => id).join(' ');
  return `<style data-emotion="css ${ids}">${used.map(([, css]) => css).join('')}</style>`;
}

/** The texts of the interactive part. */
function browserTexts(language: Language) {
  const { translation, site } = TEXTS[language];
  const { product, theme, hours, status, locations } = translation;
  return { translation: { product, theme, hours, status, locations }, site: { live: site.live } };
}
