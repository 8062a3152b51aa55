import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PAGES, type PageEntry } from '../site/page-table.ts';

const ABOUT: PageEntry = {
  path: 'about-us',
  layout: 'text',
  languages: LANGUAGE_CODES,
  inFooter: true,
  inSitemap: false,
};
const TEXTS = {
  title: 'About us',
  updated: 'As of today',
  lead: 'Who we are.',
  sections: { team: { title: 'The team', p1: 'Three people.', p2: 'Write to <mail/>.' } },
};

// A new public page: an entry in the table, and its texts in the files of each language.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('../site/page-table.ts', () => ({ PAGES: { ...PAGES, about: ABOUT } }));
  vi.doMock('../locales/files.ts', async (load) => {
    const files = await load<typeof import('../locales/files.ts')>();
    const siteLocaleFile: typeof files.siteLocaleFile = async (language) => {
      const texts = await files.siteLocaleFile(language);
      const meta = { ...texts.meta, about: { title: 'About us · Farwatch', description: 'The team.' } };
      return { ...texts, meta, pages: { ...texts.pages, about: TEXTS } };
    };
    return { ...files, siteLocaleFile };
  });
});
afterAll(() => {
  vi.doUnmock('../site/page-table.ts');
  vi.doUnmock('../locales/files.ts');
  vi.resetModules();
});

const built = { origin: 'https://a.test', script: '/s.js', imports: [], font: null, fontStyles: '', builtAtMs: 0 };

it('is rendered in every language and linked from the footer of every page', { tags: 'minutes' }, async () => {
  const { publicFiles } = await import('../site/render.tsx');
  const files = await publicFiles(built);
  for (const text of ['<title>About us · Farwatch</title>', 'The team', 'Three people.', 'mailto:']) {
    expect(files['about-us.html']).toContain(text);
  }
  expect(files['cn/about-us.html']).toContain('hreflang="en" href="https://a.test/about-us"');
  expect(files['index.html']).toContain('href="/about-us"');
  expect(files['cn/terms.html']).toContain('href="/cn/about-us"');
});

it('is in the sitemap only if its entry includes it', async () => {
  const { sitemapOf } = await import('../site/document.ts');
  expect(sitemapOf(built.origin)).not.toContain('about-us');
  expect(sitemapOf(built.origin)).toContain('/cn/terms</loc>');
});
