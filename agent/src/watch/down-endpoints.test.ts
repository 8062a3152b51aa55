import { describe, expect, test } from 'vitest';
import { assignmentOf } from './testing/assignment.ts';
import { startSite, startWatcher } from './testing/start-watcher.ts';

const SOON = { interval: 10 };

/** Ten years: at no time of the day is such a check due within a minute. */
const SELDOM_SEC = 315_360_000;

describe('what is down', () => {
  const minutesUntilDue = ({ watcher }: ReturnType<typeof startWatcher>, endpoint: string) =>
    ((watcher.endpoints.get(`o1/${endpoint}`)?.dueAt ?? 0) - Date.now()) / 60_000;

  test('is checked every minute, by which nothing is to be reported at once, and at its interval when it is up again', async () => {
    const site = await startSite();
    for (const path of ['/1', '/3']) site.switchTo(path, 500);
    const bench = startWatcher();
    const urls = { e1: site.url('/1'), e2: site.url('/2'), e3: site.url('/3') };
    bench.watcher.assign([assignmentOf(urls, { intervalSec: SELDOM_SEC })]);
    await expect.poll(bench.changes, SOON).toEqual(['e2 up', 'e1 down', 'e3 down']);
    expect(minutesUntilDue(bench, 'e1')).toBeLessThanOrEqual(1);
    expect(minutesUntilDue(bench, 'e2')).toBeGreaterThan(1);
    const before = bench.checked.length;
    bench.watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => bench.checked.length, SOON).toBe(before + 1);
    expect(minutesUntilDue(bench, 'e1')).toBeLessThanOrEqual(1);
    expect(bench.checked.at(-1)).toMatchObject({ changed: false, isUrgent: false });
    site.switchTo('/1', 200);
    bench.watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => bench.changes().at(-1), SOON).toBe('e1 up');
    bench.watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => minutesUntilDue(bench, 'e1'), SOON).toBeGreaterThan(1);
    bench.watcher.assign([assignmentOf({ ...urls, e3: site.url('/well') }, { intervalSec: SELDOM_SEC })]);
    await bench.watcher.round();
    expect(minutesUntilDue(bench, 'e3')).toBeGreaterThan(1);
  });

  test('beyond a hundred of an owner is checked at its interval', async () => {
    const site = await startSite();
    const bench = startWatcher();
    const urls = site.urls(120);
    for (const url of Object.values(urls)) site.switchTo(new URL(url).pathname, 500);
    bench.watcher.assign([assignmentOf({ ...urls, well: site.url('/well') }, { intervalSec: SELDOM_SEC })]);
    await expect.poll(() => bench.changes().length, SOON).toBe(121);
    const before = bench.checked.length;
    bench.watcher.checkNow(Object.fromEntries(Object.keys(urls).map((endpoint) => [endpoint, Date.now()])));
    await expect.poll(() => bench.checked.length, SOON).toBeGreaterThanOrEqual(before + 120);
    const soon = Object.keys(urls).filter((endpoint) => minutesUntilDue(bench, endpoint) <= 1);
    expect(soon).toHaveLength(100);
  });
});
