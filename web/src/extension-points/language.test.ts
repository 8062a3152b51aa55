import { FRENCH, WITH_FRENCH, WITH_FRENCH_LOCALE } from '@farwatch/core/testing/sample-language';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import en from '../locales/en.json';
import siteEn from '../locales/site-en.json';

// A new language: an entry in core's table, and its locale files.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/language-table', () => WITH_FRENCH);
  vi.doMock('@farwatch/core/texts/locales/table', () => WITH_FRENCH_LOCALE);
  const files = { localeFile: async () => ({ ...en, product: 'Veilleur' }), siteLocaleFile: async () => siteEn };
  vi.doMock('../locales/files.ts', () => files);
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/values/language-table');
  vi.doUnmock('@farwatch/core/texts/locales/table');
  vi.doUnmock('../locales/files.ts');
  vi.resetModules();
});

it('is detected from the browser’s language, and listed under its own name', async () => {
  const { LANGUAGE_CODES, languageName, languageOf } = await import('@farwatch/core/values/languages');
  expect(['fr', 'fr-CA', 'FR_be', 'de', ''].map(languageOf)).toEqual(['fr', 'fr', 'fr', 'en', 'en']);
  expect(LANGUAGE_CODES.map(languageName)).toEqual(['English', '中文', '繁體中文', 'ไทย', 'বাংলা', 'Français']);
});

it('has the texts of the app and of the server', async () => {
  const { textsOf } = await import('../lib/i18n/i18n.ts');
  expect(await textsOf(FRENCH)).toMatchObject({
    product: 'Veilleur',
    checkErrors: { statusIs: 'Le serveur a répondu {{status}}' },
    locations: { tw: 'Taïwan', th: 'Thaïlande', bd: 'Bangladesh' },
  });
});

it('formats dates and lists in that language', async () => {
  const [{ fullDate }, { listText }] = await Promise.all([
    import('../lib/format/dates.ts'),
    import('../lib/format/text.ts'),
  ]);
  expect(fullDate(Date.UTC(2026, 0, 15), FRENCH, 'UTC')).toBe('15 janv. 2026');
  expect(listText(['Taïwan', 'Thaïlande'], FRENCH)).toBe('Taïwan et Thaïlande');
});

it('has its own public pages, linked to those in every language', async () => {
  const { PUBLIC_PAGES, pageAt, pathOf } = await import('../site/pages.ts');
  const { sitemapOf } = await import('../site/document.ts');
  expect(PUBLIC_PAGES.filter(({ language }) => language === FRENCH).map(pathOf)).toEqual([
    ...['/fr/', '/fr/privacy', '/fr/terms', '/fr/checks'],
  ]);
  expect(pageAt('/fr/privacy')).toEqual({ name: 'privacy', language: 'fr' });
  expect(sitemapOf('https://farwatch.test')).toContain('hreflang="fr" href="https://farwatch.test/fr/terms"');
});

it('is rendered with its own texts', { tags: 'minutes' }, async () => {
  const { renderPage } = await import('../site/render.tsx');
  const built = {
    origin: 'https://farwatch.test',
    script: '/s.js',
    imports: [],
    font: null,
    fontStyles: '',
    builtAtMs: 0,
  };
  const html = await renderPage({ name: 'landing', language: FRENCH }, built);
  expect(html).toMatch(/^<!doctype html>\n<html lang="fr">/);
  expect(html).toContain('property="og:locale" content="fr_FR"');
  expect(html).toContain('Checkout est en panne');
  expect(html).toContain('Lieux: Taïwan, Bangladesh');
});
