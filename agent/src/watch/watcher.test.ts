import { describe, expect, test } from 'vitest';
import { assignmentOf } from './testing/assignment.ts';
import { startSite, startWatcher } from './testing/start-watcher.ts';

const SOON = { interval: 10 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('what is assigned', () => {
  test('is checked at once, each endpoint under its owner and generation', async () => {
    const site = await startSite();
    const { watcher, kept, changes } = startWatcher();
    watcher.assign([
      assignmentOf({ e1: site.url('/1'), e2: site.url('/2') }, { generation: 3 }),
      assignmentOf({ e3: site.url('/3') }, { ownerId: 'o2', generation: 7 }),
    ]);
    await watcher.round();
    expect(changes().sort()).toEqual(['e1 up', 'e2 up', 'e3 up']);
    const rows = kept.map(
      ({ ownerId, generation, check }) => `${ownerId} ${generation} ${check.endpoint} ${check.statusCode}`,
    );
    expect(rows.sort()).toEqual(['o1 3 e1 200', 'o1 3 e2 200', 'o2 7 e3 200']);
  });

  test('is checked again at its interval', async () => {
    const site = await startSite();
    const { watcher, kept, dueAtOf } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') }, { intervalSec: 1 })]);
    await expect.poll(() => kept.length, SOON).toBe(3);
    const [, second = 0, third = 0] = kept.map(({ check }) => dueAtOf(check));
    // On a busy machine it leaves some out.
    expect(third - second).toBeGreaterThanOrEqual(1_000);
    expect((third - second) % 1_000).toBe(0);
  });

  test('may change: a new URL is checked at once, what is gone no more, the rest stays as it was', async () => {
    const site = await startSite();
    const { watcher } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1'), e2: site.url('/2'), e3: site.url('/3') })]);
    await expect.poll(() => site.visitsOf('/3').length, SOON).toBe(1);
    watcher.assign([assignmentOf({ e1: site.url('/new'), e2: site.url('/2') })]);
    await expect.poll(() => site.visitsOf('/new').length, SOON).toBe(1);
    watcher.checkNow({ e3: Date.now() });
    await pause(100);
    expect(['/1', '/2', '/3'].map((path) => site.visitsOf(path).length)).toEqual([1, 1, 1]);
    expect(watcher.verdicts.verdictOf('o1/e3')).toBeNull();
  });

  test('may change while a check hangs, which then neither counts nor holds up the next', async () => {
    const [slow, site] = [await startSite(), await startSite()];
    slow.slow(8_000);
    const { watcher, kept, changes } = startWatcher();
    // It hangs as long as the others did, and ends first if one of them holds up the next check.
    const other = assignmentOf({ first: slow.url('/first') }, { ownerId: 'o2' });
    watcher.assign([other]);
    await expect.poll(() => slow.visitsOf('/first').length, SOON).toBe(1);
    watcher.assign([other, assignmentOf({ e1: slow.url('/1'), e2: slow.url('/2') })]);
    await expect.poll(() => slow.visitsOf('/2').length, SOON).toBe(1);
    watcher.assign([other]);
    watcher.assign([other, assignmentOf({ e1: site.url('/new'), e2: slow.url('/2') })]);
    await expect.poll(changes, SOON).toEqual(['e1 up']);
    await expect.poll(() => slow.visitsOf('/2').length, SOON).toBe(2);
    expect(kept.map(({ check }) => check.endpoint)).toEqual(['e1']);
  });

  test('under another generation is checked and reported again, though nothing changed', async () => {
    const site = await startSite();
    const { watcher, checked } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await expect.poll(() => checked.length, SOON).toBe(1);
    watcher.assign([assignmentOf({ e1: site.url('/1') }, { generation: 2 })]);
    await expect.poll(() => checked.length, SOON).toBe(2);
    expect(checked.map(({ changed, isUrgent }) => [changed, isUrgent])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('whose URL was another meanwhile gets a new verdict, and checks that ran before do not count', async () => {
    const site = await startSite();
    site.slow(300);
    const { watcher, checked, kept } = startWatcher();
    const revisedTo = (rev: number) => {
      const given = assignmentOf({ e1: site.url('/1') });
      return { ...given, endpoints: { e1: { ...given.endpoints.e1, rev } } } as typeof given;
    };
    watcher.assign([revisedTo(0)]);
    await expect.poll(() => checked.length, SOON).toBe(1);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(2);
    watcher.assign([revisedTo(2)]);
    expect(watcher.verdicts.verdictOf('o1/e1')).toBeNull();
    await expect.poll(() => checked.length, SOON).toBe(2);
    expect(checked.map(({ planned, changed }) => [planned.rev, changed])).toEqual([
      [0, true],
      [2, true],
    ]);
    expect(kept).toHaveLength(2);
  });

  test('thousands of endpoints are checked at most 64 at a time, half of that for one owner', async () => {
    const site = await startSite();
    site.holdUntilOpen(32);
    const { watcher, kept } = startWatcher();
    const seen = () => new Set(kept.map(({ ownerId, check }) => `${ownerId}/${check.endpoint}`)).size;
    const one = assignmentOf(site.urls(1_000));
    watcher.assign([one]);
    await watcher.round();
    expect(seen()).toBe(1_000);
    expect(site.mostOpen()).toBe(32);
    site.holdUntilOpen(41);
    const others = Array.from({ length: 60 }, (_, index) => assignmentOf(site.urls(30), { ownerId: `p${index}` }));
    watcher.assign([one, ...others]);
    await watcher.round();
    expect(seen()).toBe(2_800);
    expect(site.mostOpen()).toBeGreaterThan(40);
    expect(site.mostOpen()).toBeLessThanOrEqual(64);
  });
});

describe('confirming', () => {
  test('takes two failures 2 s apart, and two successes to come back', async () => {
    const site = await startSite();
    const { watcher, changes, checked } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await watcher.round();
    site.switchTo('/1', 503);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(changes, SOON).toEqual(['e1 up', 'e1 down']);
    const [, failed = 0, again = 0] = site.visitsOf('/1');
    expect(again - failed).toBeGreaterThan(1_900);
    expect(checked.at(-1)?.verdict).toMatchObject({ up: false, statusCode: 503, error: 'status' });
    site.switchTo('/1', 200);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(changes, SOON).toEqual(['e1 up', 'e1 down', 'e1 up']);
    expect(site.visitsOf('/1')).toHaveLength(5);
  });

  test('is not hurried by a requested check', async () => {
    const site = await startSite();
    site.switchTo('/1', 500);
    const { watcher, changes } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(1);
    await pause(300);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(changes, SOON).toEqual(['e1 down']);
    const [first = 0, second = 0, third] = site.visitsOf('/1');
    expect(second - first).toBeGreaterThan(1_900);
    expect(third).toBeUndefined();
  });

  test('a request while a check runs leads to one more after it', async () => {
    const site = await startSite();
    site.slow(200);
    const { watcher } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(1);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(2);
    await pause(500);
    expect(site.visitsOf('/1')).toHaveLength(2);
  });
});

describe('what is to be reported at once', () => {
  type Reason = { isUrgent: boolean; isNewerThanRequest: boolean };
  const reasons = (checked: Reason[]) =>
    checked.map(({ isUrgent, isNewerThanRequest }) => (isUrgent ? 'urgent' : isNewerThanRequest ? 'answer' : 'usual'));

  test('is a requested check, though nothing changed, and not those after it', async () => {
    const site = await startSite();
    const { watcher, checked } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') }, { intervalSec: 1 })]);
    await expect.poll(() => checked.length, SOON).toBe(2);
    const request = { e1: Date.now() };
    watcher.checkNow(request);
    await expect.poll(() => checked.length, SOON).toBe(3);
    watcher.checkNow(request);
    await expect.poll(() => checked.length, SOON).toBe(5);
    expect(reasons(checked)).toEqual(['urgent', 'usual', 'answer', 'usual', 'usual']);
  });

  test('is the second check of a change, not the first', async () => {
    const site = await startSite();
    const { watcher, checked } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await expect.poll(() => checked.length, SOON).toBe(1);
    site.switchTo('/1', 503);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => checked.length, SOON).toBe(2);
    site.switchTo('/1', 200);
    await expect.poll(() => checked.length, SOON).toBe(3);
    expect(reasons(checked)).toEqual(['urgent', 'usual', 'answer']);
    expect(checked.map(({ changed }) => changed)).toEqual([true, false, false]);
  });

  test('is the check after one that ran when it was requested', async () => {
    const site = await startSite();
    const { watcher, checked } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await expect.poll(() => checked.length, SOON).toBe(1);
    site.slow(200);
    watcher.checkNow({ e1: Date.now() - 1_000 });
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(2);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => checked.length, SOON).toBe(3);
    expect(reasons(checked)).toEqual(['urgent', 'answer', 'answer']);
  });

  test('is a requested check once it is durable, also when that takes a second one', async () => {
    const site = await startSite();
    const { watcher, checked, breakSpool } = startWatcher();
    watcher.assign([assignmentOf({ e1: site.url('/1') }, { intervalSec: 1 })]);
    await expect.poll(() => checked.length, SOON).toBe(1);
    breakSpool(true);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => site.visitsOf('/1').length, SOON).toBe(2);
    await pause(50);
    breakSpool(false);
    await expect.poll(() => checked.length, SOON).toBe(3);
    expect(reasons(checked)).toEqual(['urgent', 'answer', 'usual']);
  });
});

describe('while nothing answers', () => {
  test('nothing goes down; once something answers, what failed is checked again', async () => {
    const site = await startSite();
    const { watcher, kept, changes, abstained } = startWatcher([`${site.url('/reference')} 204`]);
    for (const path of ['/1', '/2', '/reference']) site.switchTo(path, null);
    watcher.assign([assignmentOf({ e1: site.url('/1'), e2: site.url('/2') })]);
    await watcher.round();
    expect(abstained).toEqual([true]);
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(changes()).toEqual([]);
    site.switchTo('/2', 200);
    site.switchTo('/reference', 204);
    await expect.poll(changes, SOON).toEqual(['e2 up', 'e1 down']);
    expect(abstained).toEqual([true, false]);
  });

  test('a verdict from before remains', async () => {
    const site = await startSite();
    const { watcher, abstained, changes } = startWatcher([site.url('/reference')]);
    watcher.assign([assignmentOf({ e1: site.url('/1') })]);
    await watcher.round();
    for (const path of ['/1', '/reference']) site.switchTo(path, null);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => abstained, SOON).toEqual([true]);
    expect(watcher.verdicts.verdictOf('o1/e1')?.up).toBe(true);
    expect(changes()).toEqual(['e1 up']);
  });
});

test('when it finishes, checks that run are kept and no more begin', async () => {
  const site = await startSite();
  site.slow(150);
  const { watcher, kept } = startWatcher();
  watcher.assign([assignmentOf(site.urls(60))]);
  await pause(50);
  await watcher.finish();
  expect(kept).toHaveLength(32);
  await pause(200);
  expect(kept).toHaveLength(32);
});

describe('what changes at a host', () => {
  test('makes its owner’s other endpoints there due at once, those of others and elsewhere at their interval', async () => {
    const [site, elsewhere] = [await startSite(), await startSite()];
    const { watcher, changes } = startWatcher();
    const paths = ['/1', '/2', '/3', '/4', '/5'];
    watcher.assign([
      assignmentOf({
        ...Object.fromEntries(paths.map((path) => [`e${path.slice(1)}`, site.url(path)])),
        up: site.url('/up'),
      }),
      assignmentOf({ other: site.url('/other') }, { ownerId: 'o2' }),
      assignmentOf({ away: elsewhere.url('/').replace('127.0.0.1', 'localhost') }, { ownerId: 'o1', location: 'th' }),
    ]);
    await watcher.round();
    const down = changes().length;
    for (const path of paths) site.switchTo(path, 500);
    watcher.checkNow({ e1: Date.now() });
    await expect.poll(() => changes().slice(down).sort(), SOON).toEqual(paths.map((path) => `e${path.slice(1)} down`));
    expect(['/up', '/other'].map((path) => site.visitsOf(path).length)).toEqual([2, 1]);
    expect(elsewhere.visitsOf('/').length).toBe(1);
  });

  test('or does not change shows whether a failure is that of the endpoint alone', async () => {
    const site = await startSite();
    const { watcher, changes } = startWatcher();
    const elsewhere = site.url('/single').replace('127.0.0.1', 'localhost');
    watcher.assign([assignmentOf({ a: site.url('/a'), b: site.url('/b'), c: site.url('/c'), single: elsewhere })]);
    await watcher.round();
    const alone = (key: string) => watcher.verdicts.verdictOf(`o1/${key}`)?.alone;
    site.switchTo('/single', 500);
    watcher.checkNow({ single: Date.now() });
    await expect.poll(() => changes().at(-1), SOON).toBe('single down');
    expect(alone('single')).toBeUndefined();
    site.switchTo('/a', 500);
    watcher.checkNow({ a: Date.now() });
    await expect.poll(() => changes().at(-1), SOON).toBe('a down');
    expect(alone('a')).toBe(true);
    site.switchTo('/b', 500);
    site.switchTo('/c', 500);
    watcher.checkNow({ b: Date.now(), c: Date.now() });
    await expect.poll(() => changes().slice(-2).sort(), SOON).toEqual(['b down', 'c down']);
    expect([alone('b'), alone('c')]).toEqual([undefined, undefined]);
  });
});
