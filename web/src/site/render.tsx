import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type Texts, textsOf } from '@farwatch/core/texts/texts';
import type { Language } from '@farwatch/core/values/languages';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { AppTexts } from '../i18next.d.ts';
import { localeFile, siteLocaleFile } from '../locales/files.ts';
import type siteEn from '../locales/site-en.json';
import { documentOf, robotsOf, sitemapOf } from './document.ts';
import { LandingPage } from './landing/landing-page.tsx';
import { LIVE_ID_PREFIX, LiveContext, LiveRoot } from './live/live-island.tsx';
import { describeStory } from './live/story.ts';
import { PageContext } from './page-context.ts';
import { fileOf, isTextPage, PUBLIC_PAGES, type PublicPage } from './pages.ts';
import { Providers } from './providers.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { islandSystem, siteSystem } from './system.ts';
import { TextPage } from './text-page.tsx';
import { translationOf } from './texts.ts';

type SiteTexts = { translation: AppTexts; site: typeof siteEn };

/** The build's output: the site's origin, its files, the styles of its fonts, and the time of the build. */
export type Built = {
  origin: string;
  script: string;
  imports: readonly string[];
  font: string | null;
  fontStyles: string;
  builtAtMs: number;
};

/** All files of the public pages, by path in Hosting's folder. */
export async function publicFiles(built: Built): Promise<Record<string, string>> {
  const pages = await Promise.all(
    PUBLIC_PAGES.map(async (page) => [fileOf(page), await renderPage(page, built)] as const),
  );
  return {
    ...Object.fromEntries(pages),
    'sitemap.xml': sitemapOf(built.origin),
    'robots.txt': robotsOf(built.origin),
  };
}

/** One public page's document. */
export async function renderPage(page: PublicPage, built: Built): Promise<string> {
  const shared = await textsOf(page.language);
  const texts = await siteTextsOf(page.language, shared);
  const translation = translationOf(page.language, texts);
  const cache = createCache({ key: 'css' });
  // Makes emotion keep styles in the cache instead of inserting them next to each element.
  cache.compat = true;
  const live = page.name === 'landing' ? renderLive(texts.site, shared, built.builtAtMs, { cache, translation }) : null;
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
  const { title, description } = texts.site.meta[page.name];
  const { origin, script, imports, font } = built;
  const parts = { page, origin, script, imports, font, title, description, body };
  return documentOf({
    ...parts,
    pictureText: texts.site.meta.picture,
    styles: `<style>${built.fontStyles}</style>${stylesOf(cache)}`,
    texts: live && browserTexts(texts),
  });
}

function Page({ page: { name } }: { page: PublicPage }): ReactNode {
  return (
    <>
      <SiteHeader />
      {isTextPage(name) ? <TextPage name={name} /> : <LandingPage />}
      <SiteFooter />
    </>
  );
}

type Tools = { cache: EmotionCache; translation: i18n };

function renderLive(site: SiteTexts['site'], shared: Texts, nowMs: number, { cache, translation }: Tools) {
  const { monitor, name } = site.live;
  const story = describeStory({ endpoint: monitor, monitor: name }, shared, nowMs);
  const html = renderToString(
    <CacheProvider value={cache}>
      <LiveRoot story={story} system={islandSystem} translation={translation} />
    </CacheProvider>,
    { identifierPrefix: LIVE_ID_PREFIX },
  );
  return { html, story };
}

/** All styles of the page, in the form that emotion reuses in the browser. */
function stylesOf(cache: EmotionCache): string {
  const used = Object.entries(cache.inserted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const ids = used.map(([id]) => id).join(' ');
  return `<style data-emotion="css ${ids}">${used.map(([, css]) => css).join('')}</style>`;
}

async function siteTextsOf(language: Language, { checkErrors, locations, received }: Texts): Promise<SiteTexts> {
  const [app, site] = await Promise.all([localeFile(language), siteLocaleFile(language)]);
  return { translation: { ...app, checkErrors, locations, received }, site };
}

/** The texts that the live part needs. */
function browserTexts({ translation, site }: SiteTexts) {
  const { product, theme, hours, status, locations } = translation;
  return { translation: { product, theme, hours, status, locations }, site: { live: site.live } };
}
