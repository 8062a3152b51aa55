import { expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { PER_HOST } from '../schedule/queue.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startWatcher } from './testing/start-watcher.ts';

const SOON = { interval: 10 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every address of 127.0.0.0/8 is this machine: `hosts` URLs on as many hosts. `net` distinguishes the sets. */
function urlsOn(port: number, net: number, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`n${net}-${index}`, `http://127.0.${net}.${index + 1}:${port}/`]),
  );
}

/** A server on every local address that answers nothing before `release`. `openOf`: the requests that wait, by net. */
async function startHanging() {
  const released = Promise.withResolvers<void>();
  const open = new Map<string, number>();
  const port = await httpServer(async (request, response) => {
    const [, , net = ''] = request.headers.host?.split('.') ?? [];
    open.set(net, (open.get(net) ?? 0) + 1);
    await released.promise;
    response.end('late');
  }, '0.0.0.0');
  const openCount = () => [...open.values()].reduce((sum, count) => sum + count, 0);
  return { port, openOf: (net: number) => open.get(String(net)) ?? 0, openCount, release: () => released.resolve() };
}

const healthyServer = () => httpServer((_request, response) => response.end('well'), '0.0.0.0');

type Started = ReturnType<typeof startWatcher>;
const checksOf = ({ kept }: Started, ownerId: string) => kept.filter((one) => one.ownerId === ownerId).length;
const allNow = (urls: object) => Object.fromEntries(Object.keys(urls).map((id) => [id, Date.now()]));

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
  const hanging = await startHanging();
  const late = assignmentOf(urls('late', 100, hanging.port), { ownerId: 'late' });
  bench.watcher.assign([late]);
  await expect.poll(() => answer.size).toBe(100);
  const one = assignmentOf(urls('well', 1, await healthyServer()), { ownerId: 'victim' });
  bench.watcher.assign([late, one]);
  await expect.poll(bench.changes).toEqual(['well0 up']);
  for (const resolved of answer.values()) resolved();
  await expect.poll(hanging.openCount, SOON).toBe(100);
  const more = assignmentOf(urls('well', 2, await healthyServer()), { ownerId: 'other' });
  bench.watcher.assign([late, one, more]);
  // All slots are taken: nothing starts before the sites that hang have answered or been given up.
  await pause(100);
  hanging.release();
  await expect.poll(() => checksOf(bench, 'other')).toBe(2);
  const firstLate = bench.kept.findIndex(({ ownerId }) => ownerId === 'late');
  expect(firstLate).toBeGreaterThan(-1);
  expect(firstLate).toBeLessThan(bench.kept.findIndex(({ ownerId }) => ownerId === 'other'));
});

test('200 URLs that hang, requested again and again, delay no other owner’s checks', async () => {
  const server = await startHanging();
  const [hanging, healthy] = [urlsOn(server.port, 1, 200), urlsOn(await healthyServer(), 2, 40)];
  const bench = startWatcher([], PER_HOST);
  const victim = assignmentOf(healthy, { ownerId: 'victim' });
  bench.watcher.assign([victim]);
  await bench.watcher.round();
  bench.watcher.assign([assignmentOf(hanging, { ownerId: 'hanging' }), victim]);
  for (let round = 2; round <= 4; round += 1) {
    bench.watcher.checkNow(allNow(hanging));
    await expect.poll(() => server.openOf(1), SOON).toBe(32);
    bench.watcher.checkNow(allNow(healthy));
    await expect.poll(() => checksOf(bench, 'victim'), SOON).toBe(40 * round);
  }
  expect(checksOf(bench, 'hanging')).toBe(0);
});

test('accounts that hang share the slots, and leave some for those that do not', async () => {
  const server = await startHanging();
  const nets = [11, 12, 13, 14, 15, 16];
  const bench = startWatcher([], PER_HOST);
  const hanging = nets.map((net) => assignmentOf(urlsOn(server.port, net, 100), { ownerId: `h${net}` }));
  const healthy = urlsOn(await healthyServer(), 2, 40);
  const victim = assignmentOf(healthy, { ownerId: 'victim' });
  bench.watcher.assign([victim]);
  await bench.watcher.round();
  bench.watcher.assign([...hanging, victim]);
  const open = () => nets.map((net) => server.openOf(net));
  await expect.poll(() => Math.min(...open()), SOON).toBeGreaterThanOrEqual(8);
  bench.watcher.checkNow(allNow(healthy));
  await expect.poll(() => checksOf(bench, 'victim'), SOON).toBe(80);
  expect(bench.kept).toHaveLength(80);
  expect(Math.max(...open()) - Math.min(...open())).toBeLessThanOrEqual(2);
});
