import { expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startWatcher } from './testing/start-watcher.ts';

/** Checks a second; an agent has fewer. */
const PER_HOST = 8;

/** Sites on hosts of their own that send every visitor five times over to one other host, which counts them. */
async function startRedirects() {
  const visitsAtMs: number[] = [];
  const port = await httpServer((request, response) => {
    const isTarget = request.headers.host?.startsWith('127.0.9.') === true;
    if (isTarget) visitsAtMs.push(performance.now());
    const hops = Number(request.url?.slice(1) || 0);
    if (hops === 5) response.end('well');
    else response.writeHead(302, { location: `http://127.0.9.1:${port}/${hops + 1}` }).end();
  }, '0.0.0.0');
  const urls = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`e${index}`, `http://127.0.8.${index + 1}:${port}/`]),
    );
  return { urls, visitsAtMs };
}

test('an account whose sites redirect to one host sends no more there than a few requests a second', async () => {
  const { urls, visitsAtMs } = await startRedirects();
  const { watcher, kept } = startWatcher([], PER_HOST);
  watcher.assign([assignmentOf(urls(8))]);
  await expect.poll(() => kept.length).toBe(8);
  const tookMs = (visitsAtMs.at(-1) ?? 0) - (visitsAtMs[0] ?? 0);
  expect(visitsAtMs).toHaveLength(8 * 5);
  // A burst goes at once; the first visit may have come late, where the machine does much else.
  expect(tookMs).toBeGreaterThan(((8 * 5 - 2 * PER_HOST) / PER_HOST) * 1_000 - 1_000);
  // The wait is not the sites’: none is slow or down by it.
  for (const { check } of kept) expect(check).toMatchObject({ statusCode: 200, error: null });
  expect(Math.max(...kept.map(({ check }) => check.ms))).toBeLessThan(tookMs / 2);
});
