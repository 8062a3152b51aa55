import { expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { PER_HOST } from '../schedule/queue.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startWatcher } from './testing/start-watcher.ts';

/** By so much at most those of others are late, ms: what hangs takes ten seconds. */
const LATE_MS = 3_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How many ms at most the machine itself was late meanwhile: it may be doing much else. */
function watchStalls(): () => number {
  let lastMs = performance.now();
  let worstMs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    worstMs = Math.max(worstMs, nowMs - lastMs - 10);
    lastMs = nowMs;
  }, 10);
  return () => {
    clearInterval(timer);
    return worstMs;
  };
}

/** Every address of 127.0.0.0/8 is this machine: `hosts` URLs on as many hosts. `net` distinguishes the sets. */
function urlsOn(port: number, net: number, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`n${net}-${index}`, `http://127.0.${net}.${index + 1}:${port}/`]),
  );
}

/** A server on every local address that never answers. */
const hangingServer = () => httpServer(() => undefined, '0.0.0.0');
const healthyServer = () => httpServer((_request, response) => response.end('well'), '0.0.0.0');

type Started = ReturnType<typeof startWatcher>;

/** By how many ms each check of an owner started after it was due. */
const latenessOf = ({ kept, dueAtOf }: Started, ownerId: string) =>
  kept.filter((one) => one.ownerId === ownerId).map(({ check }) => check.at - dueAtOf(check));

test('one host gets two checks a second of all accounts together, in turn, and others are not delayed', async () => {
  const order: string[] = [];
  const port = await httpServer((request, response) => {
    order.push(request.url ?? '');
    response.end('well');
  }, '0.0.0.0');
  const site = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, `http://127.0.3.1:${port}/${index}`]));
  const bench = startWatcher([], PER_HOST);
  const greedy = assignmentOf({ ...site(100), other: `http://127.0.3.2:${port}/other` }, { ownerId: 'greedy' });
  bench.watcher.assign([greedy]);
  await expect.poll(() => bench.kept.length, { interval: 10 }).toBe(7);
  const victim = assignmentOf({ v: `http://127.0.3.1:${port}/victim` }, { ownerId: 'victim' });
  bench.watcher.assign([greedy, victim]);
  await expect.poll(() => bench.kept.some(({ ownerId }) => ownerId === 'victim')).toBe(true);
  expect(order.indexOf('/other')).toBeLessThan(5);
  expect(order.indexOf('/victim')).toBeLessThanOrEqual(8);
  // When they started: on a busy machine they come to the site at other distances.
  const starts = bench.kept.filter(({ check }) => check.endpoint !== 'other').map(({ check }) => check.at);
  expect(starts.length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan((starts.length - 4) * 500 - 50);
});

test('names without an answer hold no slots, and a check whose name came late counts again', async () => {
  const answer = new Map<string, () => void>();
  const home = [{ address: '127.0.0.1', family: 4 }];
  const bench = startWatcher([], PER_HOST, (hostname) => {
    if (hostname.startsWith('well')) return Promise.resolve(home);
    return new Promise((resolve) => answer.set(hostname, () => resolve(home)));
  });
  const urls = (name: string, count: number, port: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${name}${index}`, `http://${name}${index}.farwatch.test:${port}/`]),
    );
  let open = 0;
  const hanging = await httpServer(() => {
    open += 1;
  });
  const late = assignmentOf(urls('late', 100, hanging), { ownerId: 'late' });
  bench.watcher.assign([late]);
  await expect.poll(() => answer.size).toBe(100);
  const one = assignmentOf(urls('well', 1, await healthyServer()), { ownerId: 'victim' });
  bench.watcher.assign([late, one]);
  await expect.poll(bench.changes).toEqual(['well0 up']);
  for (const resolved of answer.values()) resolved();
  await expect.poll(() => open, { interval: 10 }).toBe(100);
  const more = assignmentOf(urls('well', 2, await healthyServer()), { ownerId: 'other' });
  bench.watcher.assign([late, one, more]);
  // All slots are taken: nothing starts before the sites that hang have been given up.
  await expect.poll(() => bench.kept.filter(({ ownerId }) => ownerId === 'other').length).toBe(2);
  const firstLate = bench.kept.findIndex(({ ownerId }) => ownerId === 'late');
  expect(firstLate).toBeGreaterThan(-1);
  expect(firstLate).toBeLessThan(bench.kept.findIndex(({ ownerId }) => ownerId === 'other'));
});

test('200 URLs that hang, requested again and again, delay no other owner’s checks', async () => {
  const [hanging, healthy] = [urlsOn(await hangingServer(), 1, 200), urlsOn(await healthyServer(), 2, 40)];
  const bench = startWatcher([], PER_HOST);
  const victim = assignmentOf(healthy, { ownerId: 'victim', intervalSec: 2 });
  bench.watcher.assign([victim]);
  await bench.watcher.round();
  const stalledMs = watchStalls();
  bench.watcher.assign([assignmentOf(hanging, { ownerId: 'hanging' }), victim]);
  for (let second = 0; second < 14; second += 1) {
    await pause(1_000);
    bench.watcher.checkNow(Object.fromEntries(Object.keys(hanging).map((id) => [id, Date.now()])));
  }
  const late = latenessOf(bench, 'victim').slice(40);
  expect(late.length).toBeGreaterThan(40 * 5);
  expect(Math.max(...late)).toBeLessThan(LATE_MS + stalledMs());
});

test('accounts that hang share the slots, and leave some for those that do not', async () => {
  const port = await hangingServer();
  const owners = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
  const bench = startWatcher([], PER_HOST);
  const hanging = owners.map((ownerId, index) => assignmentOf(urlsOn(port, 10 + index, 100), { ownerId }));
  const victim = assignmentOf(urlsOn(await healthyServer(), 2, 40), { ownerId: 'victim', intervalSec: 2 });
  bench.watcher.assign([victim]);
  await bench.watcher.round();
  const stalledMs = watchStalls();
  bench.watcher.assign([...hanging, victim]);
  await pause(11_500);
  const late = latenessOf(bench, 'victim').slice(40);
  expect(late.length).toBeGreaterThan(40 * 4);
  expect(Math.max(...late)).toBeLessThan(LATE_MS + stalledMs());
  const done = owners.map((ownerId) => bench.kept.filter((one) => one.ownerId === ownerId).length);
  expect(Math.min(...done)).toBeGreaterThan(5);
  expect(Math.max(...done) - Math.min(...done)).toBeLessThanOrEqual(4);
});
