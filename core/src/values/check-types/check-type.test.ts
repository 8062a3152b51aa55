import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WITH_FINGER } from '../../testing/sample-check-type.ts';

// One more check type: its line in the table. Everything that uses the table is loaded again with it.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('./table.ts', () => WITH_FINGER);
});
afterAll(() => {
  vi.doUnmock('./table.ts');
  vi.resetModules();
});

it('defines how its URLs are parsed, what counts as up, and their ports and caveats', async () => {
  const { checkTypeOf, expectedStatusOf, normalizeUrl, portOf, parseUrl, URL_PREFIXES, urlCaveat } = await import(
    '../url.ts'
  );
  const url = 'finger://db.farwatch.test:22';
  expect([normalizeUrl(' FINGER://db.farwatch.test:22'), checkTypeOf(url)]).toEqual([url, 'finger']);
  expect(parseUrl('finger://db.farwatch.test')).toEqual({ problem: 'port' });
  expect([expectedStatusOf(url), portOf(new URL(url)), urlCaveat(url)]).toEqual([null, 22, null]);
  expect(URL_PREFIXES).toContain('finger://');
});
