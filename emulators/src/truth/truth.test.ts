import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { expect, test } from 'vitest';
import { StoreError, UNAVAILABLE } from '../firestore/values.ts';
import { rootDir } from '../platform/paths.ts';
import { bundlePrograms } from './bundle.ts';
import { documentsOf } from './documents-of.ts';
import { MUTATIONS } from './mutations.ts';
import { FIRST_CLOCK_CHANGE, MEASURING_EVERY, play, SPECIAL_EVERY, scenarioOf } from './play.ts';
import type { Fault } from './scenario.ts';
import { shrink } from './shrink.ts';
import { pageName, siteName, siteOf } from './sites.ts';
import { T0 } from './start.ts';
import { checkAtRest } from './verify/at-rest.ts';
import { World } from './world.ts';

/** `npm run truth` plays more. */
const WORLDS = 5;
/** A world with maintenance that is corrected later, a pause, and an agent away. */
const SEVERAL_DAYS = 230;
/** A world with sites of every check type, and jobs by period and by cron, of which some miss pings and some fail. */
const MIXED = 11_633;
const programs = await bundlePrograms();

test.each(Array.from({ length: WORLDS }, (_, index) => index + 1))(
  'nothing is wrong in the world of seed %i',
  async (seed) => {
    const { findings } = await play(scenarioOf(seed), programs);
    expect(findings).toEqual([]);
  },
);

test('nothing is wrong in a world of several days', { tags: 'minutes' }, async () => {
  const { findings, world } = await play(scenarioOf(SEVERAL_DAYS), programs);
  expect(findings).toEqual([]);
  expect(world.histories.length).toBeGreaterThan(0);
});

test('nothing is wrong in a world with all check types, and with heartbeats that are late and fail', async () => {
  const { findings, world } = await play(scenarioOf(MIXED), programs);
  expect(findings).toEqual([]);
  const urls = [...documentsOf(world.server.store, 'endpoints').values()].map(({ url }) => url);
  expect(new Set(urls.map((url) => new URL(url).protocol))).toEqual(
    new Set(['https:', 'tcp:', 'tls:', 'dns:', 'icmp:', 'wss:', 'heartbeat:']),
  );
  const reasons = [...world.server.heartbeats.steps.values()].flatMap((steps) => steps.map(({ error }) => error));
  expect(new Set(reasons)).toEqual(new Set([null, 'missedPing', 'jobFailed']));
});

/** At the end of summer time on Lord Howe Island, whose clocks change by half an hour, and at midnight in Cairo. */
const CLOCK_CHANGES = [
  ['a change of clocks by half an hour', 137],
  ['a change of clocks at midnight', 257],
] as const;
/** Monitors are paused, edited and deleted within seconds of outages and of each other. */
const RACING = 712;
/** Commits end with errors though they may be applied. */
const UNKNOWN_COMMITS = 447;

test.each<readonly [string, number]>([
  ...CLOCK_CHANGES,
  ['pauses, edits and deletions within seconds of outages', RACING],
  ['commits whose outcome is unknown', UNKNOWN_COMMITS],
])('nothing is wrong in a world with %s', async (_what, seed) => {
  const scenario = scenarioOf(seed);
  const { findings, world } = await play(scenario, programs);
  expect(findings).toEqual([]);
  expect(world.server.chat.messages.length).toBeGreaterThan(5);
});

test('clocks are changed while people have quiet hours, in five zones and in both directions', () => {
  const changes = Array.from({ length: 12 }, (_, index) => {
    const { startMs = 0, owners, channels, endMs } = scenarioOf(FIRST_CLOCK_CHANGE + index * SPECIAL_EVERY);
    const zones = new Set([...owners, ...channels].flatMap(({ timing }) => timing.quietHours?.timeZone ?? []));
    return [...zones].map((timeZone) => {
      const clock = wallClock(timeZone);
      return [timeZone, (clock.offsetMs(startMs + endMs) - clock.offsetMs(startMs)) / MINUTE_MS] as const;
    });
  }).flat();
  expect(new Set(changes.map(([timeZone]) => timeZone)).size).toBeGreaterThanOrEqual(5);
  expect(new Set(changes.map(([, minutes]) => minutes))).toEqual(new Set([-60, -30, 30, 60]));
});

test.each([1, 3, 5])('a result from before a sleep is not reported after it (seed %i)', async (seed) => {
  const minutes = (count: number) => count * MINUTE_MS;
  const site = siteName(0);
  const faults: Fault[] = [
    { atMs: minutes(22), forMs: minutes(40), do: 'server-down' },
    { atMs: minutes(23), forMs: minutes(30), do: 'outage', site, locations: ['tw', 'th', 'bd'], how: 'status' },
    { atMs: minutes(36) + seed * 1_321, forMs: minutes(50), do: 'sleep', host: 0 },
  ];
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
  const monitors = [{ owner: 0, locations: ['tw'], sites: [site, siteName(1)] }];
  const hosts = ['tw', 'th', 'bd'];
  const { findings, world } = await play(
    { seed, hosts, owners, monitors, channels: [], chaos: 0, faults, endMs: minutes(170) },
    programs,
  );
  expect(findings).toEqual([]);
  expect(world.server.chat.messages.filter(({ text }) => text.includes('is down'))).toEqual([]);
});

test('the early end of maintenance releases what started before it and a delay held', async () => {
  const minutes = (count: number) => count * MINUTE_MS;
  const site = siteName(0);
  const window = { start: '2023-03-26T00:29', timeZone: 'UTC', durationMin: 60, rule: null, fromMs: T0 + minutes(29) };
  const faults: Fault[] = [
    { atMs: minutes(15), forMs: 0, do: 'maintain', owner: 0, key: 'work', monitor: null, window },
    { atMs: minutes(16), forMs: minutes(200), do: 'outage', site, locations: ['tw'], how: 'status' },
    { atMs: minutes(45), forMs: 0, do: 'end-maintenance', owner: 0, key: 'work', toMs: minutes(45) },
  ];
  const timing = { ...IMMEDIATE, delayMin: 15 };
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing }];
  const monitors = [{ owner: 0, locations: ['tw'], sites: [site] }];
  const scenario = { seed: 1, hosts: ['tw'], owners, monitors, channels: [], chaos: 0, faults, endMs: minutes(150) };
  const { findings, world } = await play(scenario, programs);
  expect(findings).toEqual([]);
  expect(world.server.chat.messages.map(({ atMs }) => Math.floor((atMs - T0) / MINUTE_MS))).toEqual([45]);
});

test.each([
  ['before their cause', [0, 0, 2], [1, 20], ['is down', 'is up again']],
  ['after their cause', [6, 7, 8], [0, 20], ['is down', 'is up again']],
  ['and go on after it has recovered', [0, 5, 200], [3, 20], ['is down', 'is up again', 'is down', 'is down']],
  ['without their cause', [0, 0, 20], [0, 0], ['is down', 'is down', 'is up again', 'is up again']],
] as const)('three monitors fail %s', async (_what, [first, second, theirMin], [causeSec, causeMin], expected) => {
  const minutes = (count: number) => count * MINUTE_MS;
  const at = (sec: number, min: number, site: string): Fault => {
    const forMs = minutes(min);
    return { atMs: minutes(20) + sec * 1000, forMs, do: 'outage', site, locations: ['tw', 'th', 'bd'], how: 'status' };
  };
  const [cause = '', ...sites] = Array.from({ length: 3 }, (_, index) => siteName(index));
  const faults = [
    ...sites.map((site, index) => at(index === 0 ? first : second, Math.max(1, theirMin), site)),
    ...(causeMin > 0 ? [at(causeSec, causeMin, cause)] : []),
  ];
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
  const hosts = ['tw', 'th', 'bd'];
  const plan = { owner: 0, locations: hosts, intervalSec: 30 };
  const monitors = [
    { ...plan, sites: [cause] },
    { ...plan, sites: sites.slice(0, 1), dependsOn: [0] },
    { ...plan, sites: sites.slice(1), dependsOn: [0] },
  ];
  const scenario = { seed: 1, hosts, owners, monitors, channels: [], chaos: 0, faults, endMs: minutes(150) };
  const { findings, world } = await play(scenario, programs);
  expect(findings).toEqual([]);
  const titles = world.server.chat.messages.map(({ text }) => /is down|is up again/.exec(text)?.[0]);
  expect(titles).toEqual(expected);
});

test('no heartbeat is late right after the second of two outages of Farwatch', async () => {
  const minutes = (count: number) => count * MINUTE_MS;
  const pingAt = (atMs: number): Fault => {
    const ping = { do: 'ping', site: 'job0', kind: 'success', exitStatus: null, rid: null, tries: 1 } as const;
    return { atMs, forMs: 0, ...ping, loses: 'nothing' };
  };
  const faults: Fault[] = [
    pingAt(minutes(19)),
    { atMs: minutes(20), forMs: minutes(4), do: 'server-down' },
    { atMs: minutes(26), forMs: minutes(32), do: 'server-down' },
    pingAt(minutes(61)),
  ];
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
  const monitors = [{ owner: 0, locations: ['tw'], sites: [siteName(0), 'job0'] }];
  const check = { type: 'heartbeat', periodSec: 20 * 60, graceSec: 10 * 60 } as const;
  const jobs = [{ site: 'job0', check, isNamed: false }];
  const world = { seed: 1, hosts: ['tw'], owners, monitors, jobs, channels: [], chaos: 0, faults, endMs: minutes(150) };
  const { findings } = await play(world, programs);
  expect(findings).toEqual([]);
});

test('jobs whose pings cannot reach Farwatch are not down, and one that has stopped is', async () => {
  const minutes = (count: number) => count * MINUTE_MS;
  const pingsOf = (site: string, everyMin: number, untilMin: number): Fault[] =>
    Array.from({ length: Math.floor((untilMin - 16) / everyMin) }, (_, index) => {
      const ping = { do: 'ping', site, kind: 'success', exitStatus: null, rid: null, tries: 2 } as const;
      return { atMs: minutes(16 + index * everyMin), forMs: 0, ...ping, loses: 'nothing' };
    });
  const faults: Fault[] = [
    ...pingsOf('job0', 10, 190),
    ...pingsOf('job1', 20, 50),
    { atMs: minutes(30), forMs: minutes(35), do: 'ping-url-unreachable' },
  ];
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
  const monitors = [{ owner: 0, locations: ['tw'], sites: [siteName(0), 'job0', 'job1'] }];
  const checkOf = (periodMin: number) => ({ type: 'heartbeat', periodSec: periodMin * 60, graceSec: 5 * 60 }) as const;
  const jobs = [
    { site: 'job0', check: checkOf(10), isNamed: false },
    { site: 'job1', check: checkOf(20), isNamed: true },
  ];
  const world = { seed: 1, hosts: ['tw'], owners, monitors, jobs, channels: [], chaos: 0, faults, endMs: minutes(190) };
  const { world: played } = await play(world, programs);
  const endpoints = documentsOf(played.server.store, 'endpoints');
  const downOf = (site: string) => {
    const [id = ''] = [...endpoints].find(([, { url }]) => url.endsWith(site)) ?? [];
    const down = (played.server.heartbeats.steps.get(id) ?? []).filter(({ status }) => status === 'down');
    return down.map(({ atMs }) => Math.floor((atMs - T0) / MINUTE_MS));
  };
  expect(downOf('job0')).toEqual([]);
  // The URL answers again at minute 65; it then had the 20 minutes of its period and 5 of grace.
  expect(downOf('job1')).toEqual([90]);
});

test('an endpoint that flaps is announced once, and once it is stable', async () => {
  const minutes = (count: number) => count * MINUTE_MS;
  const [site, steady] = [siteName(0), siteName(1)];
  const locations = ['tw', 'th', 'bd'];
  const faults = Array.from({ length: 14 }, (_, index): Fault => {
    return { atMs: minutes(20 + 5 * index), forMs: minutes(2), do: 'outage', site, locations, how: 'status' };
  });
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
  const monitors = [{ owner: 0, locations, sites: [site, steady], intervalSec: 60 }];
  const scenario = { seed: 1, hosts: locations, owners, monitors, channels: [], chaos: 0, faults, endMs: minutes(190) };
  const { findings, world } = await play(scenario, programs);
  expect(findings).toEqual([]);
  const kinds = world.server.chat.messages.flatMap(({ contents }) => contents.map(({ kind }) => kind));
  const single = Array.from({ length: 4 }, () => ['outage', 'recovery']).flat();
  expect(kinds).toEqual([...single, 'flapping', 'stable']);
  const incidents = [...documentsOf(world.server.store, 'incidents').values()];
  expect(incidents.map(({ flapping }) => flapping?.outages ?? 0).sort()).toEqual([0, 0, 0, 0, 14]);
});

/** Pages of one website, of two monitors, each with the minutes from which and for which it fails. */
const WEBSITES: readonly [
  what: string,
  outages: readonly (readonly [page: number, fromMin: number, forMin: number])[],
  string[],
][] = [
  [
    'all fail and recover together',
    [0, 1, 2, 3, 4].map((page) => [page, 20, 10] as const),
    ['outage 0 1 2 3 4', 'recovery 0 1 2 3 4'],
  ],
  [
    'one fails half a minute later',
    [0, 1, 2, 3, 4].map((page) => [page, page === 2 ? 20.5 : 20, page === 2 ? 9.5 : 10] as const),
    ['outage 0 1 3 4', 'outage 2', 'recovery 0 1 2 3 4'],
  ],
  [
    'some recover',
    [0, 1, 2, 3, 4].map((page) => [page, 20, page < 2 ? 10 : 20] as const),
    ['outage 0 1 2 3 4', 'recovery 0 1', 'recovery 2 3 4'],
  ],
  ['one fails', [[1, 20, 10]], ['outage 1', 'recovery 1']],
];

test.each(WEBSITES)(
  'of the pages of one website, each is announced once, in one message: %s',
  async (_, outages, expected) => {
    const locations = ['tw', 'th', 'bd'];
    const pages = [0, 1, 2, 3, 4].map((page) => pageName(0, page));
    const faults = outages.map(([page, fromMin, forMin]): Fault => {
      const times = { atMs: fromMin * MINUTE_MS, forMs: forMin * MINUTE_MS };
      return { ...times, do: 'outage', site: pages[page] ?? '', locations, how: 'refused' };
    });
    const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
    const monitors = [pages.slice(0, 3), [...pages.slice(3), siteName(1)]].map((sites) => {
      return { owner: 0, locations, sites, intervalSec: 60 };
    });
    const endMs = 130 * MINUTE_MS;
    const scenario = { seed: 1, hosts: locations, owners, monitors, channels: [], chaos: 0, faults, endMs };
    const { findings, world } = await play(scenario, programs);
    expect(findings).toEqual([]);
    const announced = world.server.chat.messages.map(({ contents }) => {
      const named = contents.map(({ values }) => pages.indexOf(siteOf(values.url))).sort();
      return [...new Set(contents.map(({ kind }) => kind)), ...named].join(' ');
    });
    expect(announced).toEqual(expected);
  },
);

test('a seed makes the same world again', { tags: 'minutes' }, async () => {
  const lives = async () => {
    const { world } = await play(scenarioOf(12), programs);
    const windows = [...world.server.store.collection('windows').docs.values()];
    return { messages: world.server.chat.messages, windows: windows.map(({ id, data }) => ({ id, data })) };
  };
  const one = await lives();
  expect(await lives()).toEqual(one);
  expect(one.messages).not.toEqual([]);
});

test('only one world runs at a time, since worlds share the state of the programs', async () => {
  const first = play(scenarioOf(12), programs);
  await expect(play(scenarioOf(12), programs)).rejects.toThrow('one world');
  await first;
});

test('a machine whose registration got no answer registers with the same link', async () => {
  const minutes = (count: number) => count * MINUTE_MS;
  const faults: Fault[] = [{ atMs: minutes(20), forMs: minutes(2), do: 'reset-agent', host: 0 }];
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
  const monitors = [{ owner: 0, locations: ['tw'], sites: [siteName(0)] }];
  const scenario = { seed: 1, hosts: ['tw'], owners, monitors, channels: [], chaos: 0, faults, endMs: minutes(100) };
  const world = new World(scenario, programs);
  const call = world.server.call.bind(world.server);
  let registrations = 0;
  world.server.call = async (name, ...given) => {
    const answer = await call(name, ...given);
    if (name === 'registerAgent' && ++registrations === 2) throw new StoreError(UNAVAILABLE, 'the answer was lost');
    return answer;
  };
  await world.run(() => true);
  expect(registrations).toBe(3);
  expect(checkAtRest(world)).toEqual([]);
  expect(world.hosts.map(({ isWorking }) => isWorking)).toEqual([true]);
});

test('a broken rule is found, and its world shrinks', { tags: 'minutes' }, async () => {
  const [first] = MUTATIONS.filter(({ name }) => name === 'no agent is ever lost');
  const mutated = await bundlePrograms(first);
  // A short world that finds it; should its seed come to mean another one, a later one does.
  for (let seed = 146; ; seed += 1) {
    const scenario = scenarioOf(seed);
    const [found] = (await play(scenario, mutated)).findings;
    if (!found) continue;
    const smaller = await shrink(scenario, mutated, { rule: found.rule, withinMs: 2_000 });
    expect(smaller.faults.length).toBeLessThanOrEqual(scenario.faults.length);
    expect((await play(smaller, mutated)).findings).toContainEqual(expect.objectContaining({ rule: found.rule }));
    return;
  }
});

test('downtime that is measured badly is found', { tags: 'minutes' }, async () => {
  const slow = MUTATIONS.filter(({ name }) => name === 'endpoints that are down are not checked more often');
  const { findings, timings } = await play(scenarioOf(MEASURING_EVERY), await bundlePrograms(slow[0]));
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'downtime ends in time' }));
  expect(timings.length).toBeGreaterThan(0);
});

test.each(MUTATIONS)('$name: its text exists once', ({ file, from }) => {
  expect(readFileSync(join(rootDir, file), 'utf8').split(from)).toHaveLength(2);
});

test('a mutation whose text is gone fails', async () => {
  const gone = { name: 'gone', file: 'core/src/decisions/status/status-rules.ts', from: 'not there', to: '' };
  await expect(bundlePrograms(gone)).rejects.toThrow('not there');
});
