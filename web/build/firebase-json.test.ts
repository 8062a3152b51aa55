import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileOf, PUBLIC_PAGES, pathOf } from '../src/site/pages.ts';

const PATH = join(import.meta.dirname, '../../firebase.json');
/** The rewrites to prerendered pages; every other address is served by app.html. */
const BLOCK = /( {6}\{\n {8}"source": "[^"]+",\n {8}"destination": "(?!\/app\.html)[^"]+\.html"\n {6}\},\n)+/;

/** Directory indexes need no rewrite. */
function rewritesOfPages(): string {
  const pages = PUBLIC_PAGES.filter((page) => !fileOf(page).endsWith('index.html'));
  const rewrites = pages.map((page) => ({ source: pathOf(page), destination: `/${fileOf(page)}` }));
  return rewrites.map((each) => `${JSON.stringify(each, null, 2).replace(/^/gm, ' '.repeat(6))},\n`).join('');
}

// Hosting does not match all braces as its emulator does.
it('firebase.json has no pattern with braces', () => {
  const { hosting } = JSON.parse(readFileSync(PATH, 'utf8')) as { hosting: object };
  const sources = [...JSON.stringify(hosting).matchAll(/"source":"([^"]+)"/g)].map(([, source]) => source);
  expect(sources).toContain('/agent/register');
  expect(sources.filter((source) => source?.includes('{'))).toEqual([]);
});

// Hosting would set its headers instead of the function's, which define what each page may do and who may cache it.
it('firebase.json adds no header to status pages and badges', () => {
  const { hosting } = JSON.parse(readFileSync(PATH, 'utf8')) as { hosting: { headers: { source: string }[] } };
  const general = hosting.headers.map(({ source }) => source).filter((source) => source.startsWith('!'));
  expect(general).toEqual(['!/@(__|status|badge)/**', '!/@(__|api|status|badge|ping)/**']);
  expect(hosting.headers.filter(({ source }) => /^\/(status|badge|\*)/.test(source))).toEqual([]);
});

// The file is its own snapshot, so that -u updates it.
it('firebase.json serves every public page (to update it: npx vitest run --project web firebase-json -u)', async () => {
  const text = readFileSync(PATH, 'utf8');
  expect(text).toMatch(BLOCK);
  await expect(text.replace(BLOCK, rewritesOfPages)).toMatchFileSnapshot(PATH);
});
