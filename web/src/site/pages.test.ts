import { describe, expect, it } from 'vitest';
import { fileOf, type PublicPage, pageAt, pathOf } from './pages.ts';

describe('public pages', () => {
  it.each<[PublicPage, string, string]>([
    [{ name: 'landing', language: 'en' }, '/', 'index.html'],
    [{ name: 'privacy', language: 'en' }, '/privacy', 'privacy.html'],
    [{ name: 'landing', language: 'cn' }, '/cn/', 'cn/index.html'],
    [{ name: 'terms', language: 'cn' }, '/cn/terms', 'cn/terms.html'],
  ])('%o is at %s in %s', (page, path, file) => {
    expect([pathOf(page), fileOf(page)]).toEqual([path, file]);
    expect(pageAt(path)).toEqual(page);
  });

  it.each(['/monitors', '/cn/monitors', '/login', '/privacy/more'])('%s is not a public page', (path) => {
    expect(pageAt(path)).toBeUndefined();
  });
});
