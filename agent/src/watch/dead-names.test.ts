import { expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { createResolver } from '../resolve/resolver.ts';
import { dnsServer } from '../resolve/testing/dns-server.ts';
import { PER_HOST } from '../schedule/limits.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startWatcher } from './testing/start-watcher.ts';

const ENDPOINTS = 1_000;
const ROUNDS = 2;

/** Checks 1,000 sites, so many in a hundred of which have a name that the DNS server ignores: how late the others were, ms. */
async function runWith(deadPercent: number) {
  const { server } = await dnsServer(({ name }) => (name.startsWith('dead') ? 'ignore' : { addresses: ['127.0.0.1'] }));
  const port = await httpServer((_request, response) => response.end('well'));
  const isDead = (index: number) => index % 100 < deadPercent;
  const sites = Array.from({ length: ENDPOINTS }, (_, index) => {
    const id = `${isDead(index) ? 'dead' : 'well'}${index}`;
    return [id, `http://${id}.farwatch.test:${port}/`] as const;
  });
  const bench = startWatcher([], PER_HOST, createResolver({ servers: [server] }));
  bench.watcher.assign([assignmentOf(Object.fromEntries(sites), { intervalSec: 20 })]);
  const wellChecks = () => bench.kept.filter(({ check }) => check.endpoint.startsWith('well'));
  const wellCount = ENDPOINTS * (1 - deadPercent / 100);
  await expect.poll(() => wellChecks().length, { timeout: 150_000 }).toBeGreaterThanOrEqual(ROUNDS * wellCount);
  bench.watcher.assign([]);
  const late = wellChecks().map(({ check }) => check.at - bench.dueAtOf(check));
  const slow = wellChecks().map(({ check }) => check.ms);
  const failed = wellChecks().filter(({ check }) => check.error !== null);
  const dead = bench.kept.filter(({ check }) => check.endpoint.startsWith('dead'));
  const deadErrors = [...new Set(dead.map(({ check }) => check.error))];
  return { latestMs: Math.max(...late), slowestMs: Math.max(...slow), failed, deadErrors };
}

test('names that nobody answers for turn no healthy site down and make none a second later', async () => {
  const [usual, few, many] = await Promise.all([runWith(0), runWith(5), runWith(30)]);
  for (const { failed, latestMs, slowestMs, deadErrors } of [few, many]) {
    expect(failed).toEqual([]);
    expect(deadErrors).toEqual(['dns']);
    expect(latestMs).toBeLessThan(usual.latestMs + 1_000);
    expect(slowestMs).toBeLessThan(usual.slowestMs + 1_000);
  }
});
