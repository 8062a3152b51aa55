import type { AgentCheckType } from '@farwatch/core/values/url';
import { afterAll, expect, test } from 'vitest';
import { canPing } from '../network/ping.ts';
import { AGENT_TYPES } from '../probe/testing/check-at.ts';
import { httpServer } from '../probe/testing/servers.ts';
import { trustedCertificate } from '../probe/testing/trusted.ts';
import { TARGET_NAMES, TARGETS } from '../probe/testing/type-targets.ts';
import { ResolveError } from '../resolve/resolve-error.ts';
import type { Resolve } from '../resolve/resolver.ts';
import { PER_HOST } from '../schedule/queue.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startWatcher } from './testing/start-watcher.ts';

// What the schedule and the verdicts owe to every check type alike.
const identity = trustedCertificate(TARGET_NAMES);
afterAll(() => identity.forget());
const hasPing = await canPing();
const runnable = AGENT_TYPES.filter((name) => name !== 'icmp' || hasPing);

const SOON = { interval: 10 };
const [HOST, OTHER_HOST] = ['host.farwatch.test', 'other.farwatch.test'];
const now = () => ({ e1: Date.now() });

type Options = { references?: string[]; perHost?: number; resolve?: (usual: Resolve) => Resolve };

/** A watcher of one type's target, which is up. */
async function watch(name: AgentCheckType, { references, perHost, resolve = (usual) => usual }: Options = {}) {
  const is = { isUp: true };
  const target = await TARGETS[name].start(is, identity);
  return { is, at: target.at, ...startWatcher(references, perHost, resolve(target.resolve)) };
}

/** What a story returns for each type. */
async function ofEveryType<T>(story: (name: AgentCheckType) => Promise<T>): Promise<Partial<Record<string, T>>> {
  return Object.fromEntries(await Promise.all(runnable.map(async (name) => [name, await story(name)] as const)));
}
const forEveryType = <T>(value: T) => Object.fromEntries(runnable.map((name) => [name, value]));

/** A failure is repeated after 2 s before it counts, and so is a recovery. */
async function expectRechecks(): Promise<void> {
  const stories = await ofEveryType(async (name) => {
    const { is, at, watcher, checked, kept, changes } = await watch(name);
    watcher.assign([assignmentOf({ e1: at(HOST) })]);
    await watcher.round();
    is.isUp = false;
    watcher.checkNow(now());
    await expect.poll(changes, SOON).toEqual(['e1 up', 'e1 down']);
    is.isUp = true;
    watcher.checkNow(now());
    await expect.poll(changes, SOON).toEqual(['e1 up', 'e1 down', 'e1 up']);
    const errors = checked.map(({ result }) => (result.error === TARGETS[name].down ? 'down' : result.error));
    const starts = kept.map(({ check }) => check.at);
    const between = [2, 4].map((index) => (starts[index] ?? 0) - (starts[index - 1] ?? 0));
    return [...errors, ...between.map((ms) => ms >= 1_990)];
  });
  expect(stories).toEqual(forEveryType([null, 'down', 'down', null, null, true, true]));
}

/** One failure that does not repeat changes nothing. */
async function expectNoChangeByOne(): Promise<void> {
  const stories = await ofEveryType(async (name) => {
    let lookups = 0;
    // Up again as the third check starts, however late this process notices that the second one ended.
    const resolve = (usual: Resolve) => (host: string) => {
      lookups += 1;
      if (lookups === 3) is.isUp = true;
      return usual(host);
    };
    const { is, at, watcher, checked, changes } = await watch(name, { resolve });
    watcher.assign([assignmentOf({ e1: at(HOST) })]);
    await watcher.round();
    is.isUp = false;
    watcher.checkNow(now());
    await expect.poll(() => checked.length, SOON).toBe(3);
    return [checked[1]?.result.error, ...changes()];
  });
  const expected = Object.fromEntries(runnable.map((name) => [name, [TARGETS[name].down, 'e1 up']]));
  expect(stories).toEqual(expected);
}

/** One host gets two checks a second, and another one does not wait for that. */
async function expectHostRate(): Promise<void> {
  const stories = await ofEveryType(async (name) => {
    const starts: { host: string; atMs: number }[] = [];
    const resolve = (usual: Resolve) => (host: string) => {
      starts.push({ host, atMs: performance.now() });
      return usual(host);
    };
    const { at, watcher } = await watch(name, { perHost: PER_HOST, resolve });
    const same = Array.from({ length: 8 }, (_, index) => [`e${index}`, at(HOST)] as const);
    watcher.assign([assignmentOf({ ...Object.fromEntries(same), other: at(OTHER_HOST) })]);
    const startsAt = (host: string) => starts.flatMap((each) => (each.host === host ? [each.atMs] : []));
    await expect.poll(() => startsAt(HOST).length, SOON).toBeGreaterThanOrEqual(8);
    // A burst of four goes at once.
    const [first = 0, , , , fifth = 0, , , eighth = 0] = startsAt(HOST);
    const [other = Number.POSITIVE_INFINITY] = startsAt(OTHER_HOST);
    return { isLimited: eighth - first > (8 - 4) * 500 - 50, isOtherAtOnce: other < fifth };
  });
  expect(stories).toEqual(forEveryType({ isLimited: true, isOtherAtOnce: true }));
}

/** While the own network is away nothing goes down. */
async function expectNoneDownOffline(): Promise<void> {
  const own = { isAway: false };
  const port = await httpServer((request, response) => (own.isAway ? request.socket.destroy() : response.end('well')));
  const references = [`http://127.0.0.1:${port}/ 200 well`];
  const started = await Promise.all(runnable.map((name) => watch(name, { references })));
  for (const { at, watcher } of started) watcher.assign([assignmentOf({ e1: at(HOST) })]);
  await Promise.all(started.map(({ watcher }) => watcher.round()));
  const abstained = () => Object.fromEntries(started.map((each, index) => [runnable[index], each.abstained]));
  const switchTo = (isAway: boolean) => {
    own.isAway = isAway;
    for (const { is } of started) is.isUp = !isAway;
  };
  switchTo(true);
  for (const { watcher } of started) watcher.checkNow(now());
  await expect.poll(abstained, SOON).toEqual(forEveryType([true]));
  const before = started.map(({ kept }) => kept.length);
  for (const { watcher } of started) watcher.checkNow(now());
  switchTo(false);
  await expect.poll(abstained, SOON).toEqual(forEveryType([true, false]));
  await expect.poll(() => started.every(({ kept }, index) => kept.length > (before[index] ?? 0)), SOON).toBe(true);
  for (const { changes } of started) expect(changes()).toEqual(['e1 up']);
}

/** A name that the own resolver cannot query makes no result, and nothing goes down. */
async function expectNoneDownWithoutResolver(): Promise<void> {
  const stories = await ofEveryType(async (name) => {
    const own = { isAway: false };
    const resolve = (usual: Resolve) => (host: string) =>
      own.isAway ? Promise.reject(new ResolveError(host, 'own-network')) : usual(host);
    const { at, watcher, kept, changes, localFailures } = await watch(name, { resolve });
    watcher.assign([assignmentOf({ e1: at(HOST) })]);
    await watcher.round();
    own.isAway = true;
    watcher.checkNow(now());
    await expect.poll(() => localFailures, SOON).toContain('e1 resolver');
    const count = kept.length;
    own.isAway = false;
    await expect.poll(() => kept.length, SOON).toBe(2);
    return [count, ...changes()];
  });
  expect(stories).toEqual(forEveryType([1, 'e1 up']));
}

// At the same time, since they mostly wait. With `minutes`, since on a busy machine the checks themselves are late, which
// the agent rightly takes for its own failure.
test('checks of every type are repeated, limited by host, and not down by the agent’s own network', {
  tags: 'minutes',
}, async () => {
  await Promise.all([
    expectRechecks(),
    expectNoChangeByOne(),
    expectHostRate(),
    expectNoneDownOffline(),
    expectNoneDownWithoutResolver(),
  ]);
});
