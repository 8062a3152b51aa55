import { seeded } from '@farwatch/core/testing/seeded';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../testing/api/listen.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { T0 } from '../../testing/test-project.ts';
import { newTestSite, type TestSite } from '../../testing/test-site.ts';
import { statusSiteApp } from './app.ts';

const VIEWS = 1_000_000;
/** Caches of the CDN, each of which keeps answers by itself. */
const EDGES = 10;
/** Instances of the function that run at the same time. */
const INSTANCES = 4;
/** What is requested, by a random number below this. */
const PATHS = [
  ['/status/acme', 0.9],
  ['/status/acme/cn', 0.95],
  ['/status/acme.json', 1],
] as const;
const SECONDS = HOUR_MS / SECOND_MS;

type Kept = { untilMs: number; confirmedAtMs: number };
/** An address as visitors of one edge request it. */
type Viewed = { edge: Map<string, Kept>; path: string };

let site: TestSite;
let servers: Awaited<ReturnType<typeof listen>>[];
beforeAll(async () => {
  site = await newTestSite({ viaProxy: true });
  await site.putPage('acme');
  const newRun = () => site.project.viaProxy(site.clock.nowMs);
  const env = { APP_URL: 'https://farwatch.test' };
  servers = await Promise.all(Array.from({ length: INSTANCES }, () => listen(statusSiteApp({ newRun, env }))));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await site.close();
});

/** How long a shared cache keeps an answer (RFC 9111), seconds; 0 for not at all. */
function keptSec(cacheControl: string): number {
  if (/no-store|private/.test(cacheControl)) return 0;
  return Number(/s-maxage=(\d+)/.exec(cacheControl)?.[1] ?? 0);
}

/** Requests an answer from an instance, as an edge does that has none. */
async function get(path: string, instance: number): Promise<Kept> {
  const nowMs = site.clock.nowMs;
  const response = await fetch(`${servers[instance]?.origin}${path}`);
  expect(response.status).toBe(200);
  const times = /"confirmedAt":"(.*?)"|<footer.*?<time datetime="(.*?)"/.exec(await response.text());
  const seconds = keptSec(response.headers.get('cache-control') ?? '');
  return { untilMs: nowMs + seconds * SECOND_MS, confirmedAtMs: Date.parse(times?.[1] ?? times?.[2] ?? '') };
}

const { share } = seeded(1);
const edges = Array.from({ length: EDGES }, () => new Map<string, Kept>());

/** So many views at random edges; each address and edge once. */
function view(count: number): Viewed[] {
  const viewed = new Map<string, Viewed>();
  for (let each = 0; each < count; each += 1) {
    const index = Math.floor(share() * EDGES);
    const drawn = share();
    const path = PATHS.find(([, below]) => drawn < below)?.[0] ?? '';
    viewed.set(`${index} ${path}`, { edge: edges[index] ?? new Map(), path });
  }
  return [...viewed.values()];
}

test('a million views in an hour are a few thousand calls and reads, and none is older than 40 s', {
  tags: ['minutes'],
}, async () => {
  let [calls, views, oldestMs] = [0, 0, 0];
  await resetProxy();
  for (let second = 0; second < SECONDS; second += 1) {
    const nowMs = T0 + second * SECOND_MS;
    site.clock.nowMs = nowMs;
    const count = Math.round(((second + 1) * VIEWS) / SECONDS) - views;
    const viewed = view(count);
    const missed = viewed.filter(({ edge, path }) => (edge.get(path)?.untilMs ?? 0) <= nowMs);
    // One request for all who wait for the same answer.
    const request = async ({ edge, path }: Viewed) => edge.set(path, await get(path, Math.floor(share() * INSTANCES)));
    await Promise.all(missed.map(request));
    for (const { edge, path } of viewed) {
      oldestMs = Math.max(oldestMs, nowMs - (edge.get(path)?.confirmedAtMs ?? Number.NaN));
    }
    [calls, views] = [calls + missed.length, views + count];
  }
  const { reads, writes } = await readProxyCounts();
  console.info(`${views} views: ${calls} calls, ${reads} reads, ${writes} writes, oldest ${oldestMs / SECOND_MS} s`);
  expect([views, writes]).toEqual([VIEWS, 0]);
  expect(calls).toBeLessThanOrEqual(EDGES * PATHS.length * (SECONDS / STATUS_PAGE.cdnSec));
  expect(reads).toBeLessThanOrEqual(INSTANCES * (SECONDS / 10));
  expect(oldestMs).toBeLessThanOrEqual(40 * SECOND_MS);
});
