import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { startMachine } from '../clock/testing/machine.ts';
import { createResolver, type Resolve } from '../resolve/resolver.ts';
import { startDnsServer } from '../resolve/testing/dns-server.ts';
import { queueLimits } from '../schedule/queue.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startSite, startWatcher } from './testing/start-watcher.ts';

const SOON = { interval: 10 };
const ENDPOINTS = 60;
/** Ten years: no such check comes due within a test, but by a sleep as long. */
const SELDOM_SEC = 315_360_000;
const SELDOM_MS = SELDOM_SEC * SECOND_MS;
/** So many of an hour's checks may come due by themselves meanwhile. */
const BY_CHANCE = 3;

type Starting = { wallOffMs?: number; isSynced?: boolean; perHost?: number; references?: string[]; resolve?: Resolve };

/** A watcher on such a machine, which does as the agent does when its time turns out to be another. */
async function start({ wallOffMs = 0, isSynced = true, perHost = 1_000, references, resolve }: Starting = {}) {
  const [machine, site] = [startMachine(wallOffMs), await startSite()];
  const bench = startWatcher(references, perHost, resolve, machine.clock);
  machine.clock.onMove((move) => bench.watcher.retime(move));
  if (isSynced) machine.sync();
  const waits = () => [...bench.watcher.endpoints.values()].map(({ dueAt }) => dueAt - machine.clock.now());
  return { ...bench, machine, site, waits };
}

/** Hardly anything is due at once, and nothing later than after an interval: what waits is spread as it was. */
function expectSpread(waits: number[]): void {
  expect(waits.filter((ms) => ms < MINUTE_MS).length).toBeLessThan(ENDPOINTS / 5);
  expect(Math.max(...waits)).toBeLessThanOrEqual(HOUR_MS);
}

describe('a clock that is set', () => {
  test.each([
    ['three hours forward', 3 * HOUR_MS],
    ['three hours back', -3 * HOUR_MS],
  ])('%s after registering changes no stamp and brings no check forward', async (_what, byMs) => {
    const { machine, watcher, site, kept, waits } = await start();
    watcher.assign([assignmentOf(site.urls(ENDPOINTS))]);
    await watcher.round();
    const before = waits();
    machine.set(byMs);
    expect(machine.clock.noticeJump().sleptMs).toBe(0);
    machine.sync();
    const moved = waits().filter((ms, index) => Math.abs(ms - (before[index] ?? 0)) > 5_000);
    expect(moved.length).toBeLessThanOrEqual(BY_CHANCE);
    expect(kept.length).toBeLessThanOrEqual(ENDPOINTS + BY_CHANCE);
    for (const { check } of kept) expect(Math.abs(check.at - machine.truth())).toBeLessThan(20_000);
  });

  test.each([
    ['three hours behind', -3 * HOUR_MS],
    ['three hours ahead', 3 * HOUR_MS],
    ['years behind', -20_000 * HOUR_MS],
  ])(
    'wrong at the start, by %s: checks before the first answer are marked as guesses, and none is repeated',
    async (_what, wallOffMs) => {
      const { machine, watcher, site, kept, waits } = await start({ wallOffMs, isSynced: false });
      watcher.assign([assignmentOf(site.urls(ENDPOINTS))]);
      await watcher.round();
      machine.sync();
      expectSpread(waits());
      expect(kept.length).toBeLessThanOrEqual(ENDPOINTS + BY_CHANCE);
      for (const { check, guess } of kept) {
        const correction = guess && machine.clock.correctionOf(guess);
        expect(Math.abs(check.at + Number(correction) - machine.truth())).toBeLessThan(20_000);
        const { since = 0 } = watcher.verdicts.verdictOf(`o1/${check.endpoint}`) ?? {};
        expect(Math.abs(since - machine.truth())).toBeLessThan(20_000);
      }
    },
  );

  test('a verdict that waits for proof during the first answer has the right time', async () => {
    const reference = await startSite();
    reference.slow(1_000);
    const { machine, watcher, site, changes } = await start({
      wallOffMs: -3 * HOUR_MS,
      isSynced: false,
      references: [reference.url('/')],
    });
    site.switchTo('/down', null);
    watcher.assign([assignmentOf({ e1: site.url('/up') }), assignmentOf({ e2: site.url('/down') }, { ownerId: 'o2' })]);
    await expect.poll(() => reference.visitsOf('/').length, SOON).toBe(1);
    machine.sync();
    await expect.poll(changes, SOON).toHaveLength(2);
    for (const key of ['o1/e1', 'o2/e2']) {
      const { since = 0 } = watcher.verdicts.verdictOf(key) ?? {};
      expect(Math.abs(since - machine.truth())).toBeLessThan(20_000);
    }
  });

  test('a check that runs during the first answer has the right timestamp', async () => {
    const { machine, watcher, site, kept } = await start({ wallOffMs: -3 * HOUR_MS, isSynced: false });
    site.slow(300);
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(1);
    machine.sync();
    await watcher.round();
    expect(kept.map(({ guess }) => guess)).toEqual([undefined]);
    expect(Math.abs((kept[0]?.check.at ?? 0) - machine.truth())).toBeLessThan(20_000);
    expect(watcher.verdicts.verdictOf('o1/e1')?.since).toBe(kept[0]?.check.at);
  });
});

describe('a machine that sleeps', () => {
  test.each([
    ['', 0],
    [', and its clock is set forward', 3 * HOUR_MS],
    [', and its clock is set back', -3 * HOUR_MS],
  ])('for long%s: each endpoint is checked once, as many at a time as after a start', async (_what, setMs) => {
    const { machine, watcher, site, kept, waits } = await start({ perHost: 30 });
    watcher.assign([assignmentOf(site.urls(ENDPOINTS), { intervalSec: SELDOM_SEC })]);
    await expect.poll(() => kept.length, SOON).toBe(ENDPOINTS);
    machine.sleep(SELDOM_MS);
    machine.set(setMs);
    expect(machine.clock.sleptMs() / SELDOM_MS).toBeCloseTo(1);
    watcher.checkDiscarded();
    machine.sync();
    await expect.poll(() => kept.length, SOON).toBe(2 * ENDPOINTS);
    expect(Math.min(...waits())).toBeGreaterThan(0);
    const counts = Array.from({ length: ENDPOINTS }, (_, index) => site.visitsOf(`/${index}`).length);
    expect(new Set(counts)).toEqual(new Set([2]));
    expect(site.mostOpen()).toBeLessThanOrEqual(queueLimits(30).hostSlots);
    for (const { check } of kept.slice(ENDPOINTS)) expect(Math.abs(check.at - machine.truth())).toBeLessThan(20_000);
  });

  test('in the middle of a check: that is no finding, and is made again', async () => {
    const { machine, watcher, site, kept, changes } = await start();
    site.switchTo('/1', null);
    site.slow(300);
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(1);
    machine.sleep(HOUR_MS);
    site.switchTo('/1', 200);
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(2);
    await watcher.round();
    expect(changes()).toEqual(['e1 up']);
    expect(kept).toHaveLength(1);
    expect(Math.abs((kept[0]?.check.at ?? 0) - machine.truth())).toBeLessThan(20_000);
  });

  test('between a failure and its second check: the change is unconfirmed again', async () => {
    const { machine, watcher, site, checked, changes } = await start();
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await watcher.round();
    site.switchTo('/1', null);
    watcher.checkNow({ e1: machine.clock.now() });
    await expect.poll(() => checked.length, SOON).toBe(2);
    machine.sleep(HOUR_MS);
    machine.clock.noticeJump();
    watcher.checkDiscarded();
    await expect.poll(() => checked.length, SOON).toBe(3);
    expect(changes()).toEqual(['e1 up']);
    const { unconfirmedSince } = watcher.verdicts.of('o1/e1');
    expect(Math.abs((unconfirmedSince ?? 0) - machine.truth())).toBeLessThan(20_000);
  });

  test('while a check is localFailures: it has not been localFailures all night, and what was known holds', async () => {
    const { server } = await startDnsServer(() => ({ addresses }));
    const addresses = ['127.0.0.1'];
    const { machine, watcher, site, localFailures } = await start({ resolve: createResolver({ servers: [server] }) });
    const url = site.url('/1').replace('127.0.0.1', 'well.farwatch.test');
    watcher.assign([assignmentOf({ e1: url })]);
    await watcher.round();
    addresses[0] = '0.0.0.0';
    watcher.checkNow({ e1: machine.clock.now() });
    await expect.poll(() => localFailures, SOON).toEqual(['e1 sinkhole']);
    machine.sleep(8 * HOUR_MS);
    await expect.poll(() => localFailures, SOON).toHaveLength(2);
    expect(localFailures).toEqual(['e1 sinkhole', 'e1 sinkhole']);
    expect(watcher.verdicts.verdictOf('o1/e1')?.up).toBe(true);
  });
});
