import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WITH_TCP } from '../../testing/sample-check-type.ts';

// One more check type: its line in the table. Everything that uses the table is loaded again with it.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('./table.ts', () => WITH_TCP);
});
afterAll(() => {
  vi.doUnmock('./table.ts');
  vi.resetModules();
});

it('defines how its URLs are parsed, what counts as up, and their ports and caveats', async () => {
  const { checkTypeOf, expectedStatusOf, normalizeUrl, portOf, parseUrl, URL_PREFIXES, urlCaveat } = await import(
    '../url.ts'
  );
  const url = 'tcp://db.farwatch.test:22';
  expect([normalizeUrl(' TCP://db.farwatch.test:22'), checkTypeOf(url)]).toEqual([url, 'tcp']);
  expect(parseUrl('tcp://db.farwatch.test')).toEqual({ problem: 'port' });
  expect([expectedStatusOf(url), portOf(new URL(url)), urlCaveat(url)]).toEqual([null, 22, null]);
  expect(URL_PREFIXES).toEqual(['http://', 'https://', 'tcp://']);
});
