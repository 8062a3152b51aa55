import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import type { Announced } from '../../documents/outbox.ts';
import { IMMEDIATE, incident, resolved, seconds } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import type { FailureLine } from '../../values/failure-line.ts';
import { MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { nextBatch, planLook } from './plan-look.ts';
import type { Policy } from './subject.ts';

/** The endpoints of one host fail and recover, and a channel looks. */

type Endpoint = { failsAt?: number; endsAt?: number; host?: string; monitorId?: string; alone?: Partial<FailureLine> };

/** One that is down from all locations from `failsAt` on, seconds from NOW. */
function incidentOf(
  name: string,
  { failsAt = 0, endsAt, host = 'shop.farwatch.test', monitorId, alone }: Endpoint,
): Incident {
  const changedAt = seconds(failsAt);
  const sample = incident({ outages: [{ startedAt: changedAt }], changedAt });
  const updates = sample.updates.map((each) => ({ ...each, createdAt: changedAt }));
  const failing = {
    ...sample,
    updates,
    triggeredAt: changedAt,
    failures: {
      tw: {
        at: changedAt,
        statusCode: 503,
        error: null,
        excerpt: '',
        assertion: null,
        outage: 1,
        ...(alone && { alone: true as const, ...alone }),
      },
    },
    endpointId: name,
    endpoint: { name, url: `https://${host}/${name}` },
    monitorId: monitorId ?? sample.monitorId,
  };
  return endsAt === undefined ? failing : resolved(failing, seconds(endsAt));
}

type Seen = {
  endpoints: Record<string, Endpoint>;
  atSec: number;
  announced?: Record<string, Announced>;
  /** Whose locations have not all checked again. */
  gathering?: string[];
  hosts?: Record<string, number> | null;
  policy?: Partial<Policy>;
};

function look({ endpoints, atSec, announced = {}, gathering = [], hosts = {}, policy = {} }: Seen) {
  const known = Object.entries(endpoints).filter(([, { failsAt = 0 }]) => failsAt <= atSec);
  return planLook({
    announced,
    incidents: known.map(([name, { endsAt, ...each }]) => ({
      id: `i-${name}`,
      incident: incidentOf(name, endsAt !== undefined && endsAt <= atSec ? { ...each, endsAt } : each),
      maintenance: [],
    })),
    notices: [],
    policy: { ...IMMEDIATE, ...policy },
    covers: () => true,
    gathered: new Set(known.flatMap(([name]) => (gathering.includes(name) ? [] : [`e_${name}`]))),
    hosts: hosts && new Map(Object.entries(hosts)),
    seenAt: NOW,
    freshAt: null,
    nowMs: seconds(atSec),
  });
}

/** The names in the next message, or when to look again, in seconds. */
function announcedIn(seen: Seen): string {
  const found = look(seen);
  const batch = nextBatch(found.due);
  if (!batch) return `at ${((found.dueAt ?? 0) - NOW) / SECOND_MS}`;
  return `${batch[0].content.kind}: ${batch.map(({ key }) => key.slice(2)).join(' ')}`;
}

/** What was announced once all these were announced as down. */
function allDown(names: readonly string[], host?: string): Record<string, Announced> {
  const endpoints = Object.fromEntries(names.map((name) => [name, host ? { host } : {}]));
  return Object.fromEntries(look({ endpoints, atSec: 20 }).due.map(({ key, announced }) => [key, announced]));
}

const AT_SHOP = { 'shop.farwatch.test': 5 };

describe('failures of one host', () => {
  it.each<[string, Seen, string]>([
    ['are one message', { endpoints: { a: {}, b: {}, c: {} }, atSec: 0 }, 'outage: a b c'],
    ['of several monitors, too', { endpoints: { a: {}, b: { monitorId: 'm2' } }, atSec: 0 }, 'outage: a b'],
    ['and not those of another', { endpoints: { a: {}, b: { host: 'docs.farwatch.test' } }, atSec: 0 }, 'outage: a'],
    ['wait for others', { endpoints: { a: {} }, atSec: 1, hosts: AT_SHOP }, 'at 2'],
    ['wait no longer than 2 s', { endpoints: { a: {} }, atSec: 2, hosts: AT_SHOP }, 'outage: a'],
    ['unless the others were still well', { endpoints: { a: { alone: {} } }, atSec: 0, hosts: AT_SHOP }, 'outage: a'],
    [
      'but wait if that was before other locations failed, too',
      { endpoints: { a: { alone: { at: NOW - 5 * MINUTE_MS } } }, atSec: 0, hosts: AT_SHOP },
      'at 2',
    ],
    [
      'but wait if another fails nevertheless',
      { endpoints: { a: { alone: {} }, b: { failsAt: 0.1 } }, atSec: 1, hosts: AT_SHOP },
      'at 2.1',
    ],
    [
      'and as long after each that joins',
      { endpoints: { a: {}, b: { failsAt: 1.9 } }, atSec: 2, hosts: AT_SHOP },
      'at 3.9',
    ],
    [
      'which is announced with them',
      { endpoints: { a: {}, b: { failsAt: 1.9 } }, atSec: 3.9, hosts: AT_SHOP },
      'outage: a b',
    ],
    [
      'but for eight seconds at most, however many join',
      { endpoints: { a: {}, b: { failsAt: 5 }, c: { failsAt: 7 } }, atSec: 8, hosts: AT_SHOP },
      'outage: a b c',
    ],
    [
      'wait for none where there is none',
      { endpoints: { a: {} }, atSec: 0, hosts: { 'shop.farwatch.test': 1 } },
      'outage: a',
    ],
    ['nor once all fail', { endpoints: { a: {}, b: {} }, atSec: 0, hosts: { 'shop.farwatch.test': 2 } }, 'outage: a b'],
    ['wait for what still gathers locations', { endpoints: { a: {}, b: {} }, atSec: 3, gathering: ['b'] }, 'at 8'],
    ['for eight seconds at most', { endpoints: { a: {}, b: { failsAt: 6 } }, atSec: 8, gathering: ['b'] }, 'outage: a'],
    [
      'and not for another host',
      { endpoints: { a: {}, b: { host: 'x.farwatch.test' } }, atSec: 3, gathering: ['b'] },
      'outage: a',
    ],
    [
      'of a DNS name and a website',
      { endpoints: { a: {}, b: { host: 'SHOP.farwatch.test.' } }, atSec: 0 },
      'outage: a b',
    ],
  ])('%s', (_, seen, expected) => {
    expect(announcedIn(seen)).toBe(expected);
  });

  it('that a later report names are announced after the message, together', () => {
    const announced = allDown(['a']);
    const endpoints = { a: {}, b: { failsAt: 30 }, c: { failsAt: 30 } };
    expect(announcedIn({ endpoints, announced, atSec: 33, hosts: AT_SHOP })).toBe('outage: b c');
  });

  it('that a delay holds are one message, though they started one after the other', () => {
    const endpoints = { a: {}, b: { failsAt: 1.5 } };
    const policy = { delayMs: 5 * MINUTE_MS };
    expect(announcedIn({ endpoints, policy, atSec: 300 })).toBe('at 301.5');
    expect(announcedIn({ endpoints, policy, atSec: 302 })).toBe('outage: a b');
    expect(announcedIn({ endpoints: { a: {}, b: { failsAt: 2.5 } }, policy, atSec: 300 })).toBe('outage: a');
  });

  it('ask for the endpoints of the host only while a message waits for the answer', () => {
    const unread = (seen: Omit<Seen, 'hosts'>) => [...look({ ...seen, hosts: null }).unreadAt];
    expect(unread({ endpoints: { a: {} }, atSec: 1 })).toHaveLength(1);
    expect(unread({ endpoints: { a: {} }, atSec: 2 })).toEqual([]);
    expect(unread({ endpoints: { a: {} }, atSec: 1, gathering: ['a'] })).toEqual([]);
    expect(unread({ endpoints: { a: { endsAt: 30 } }, announced: allDown(['a']), atSec: 30 })).toEqual([]);
  });

  it('are alerts of their own where a service holds them open', () => {
    const seen = { endpoints: { a: {}, b: {} }, policy: { holdsAlerts: true }, hosts: AT_SHOP };
    expect(announcedIn({ ...seen, atSec: 0 })).toBe('outage: a');
  });
});

describe('recoveries of one host', () => {
  const announced = allDown(['a', 'b', 'c']);
  it.each<[string, Record<string, Endpoint>, number, string]>([
    ['are one message', { a: { endsAt: 60 }, b: { endsAt: 60 }, c: { endsAt: 60 } }, 60, 'recovery: a b c'],
    ['wait for those that are still down', { a: { endsAt: 60 }, b: {}, c: {} }, 60, 'at 62'],
    ['wait no longer than 2 s', { a: { endsAt: 60 }, b: {}, c: {} }, 62, 'recovery: a'],
    ['and as long after each that joins', { a: { endsAt: 60 }, b: { endsAt: 61 }, c: {} }, 62, 'at 63'],
    ['are not announced with a failure', { a: { endsAt: 60 }, b: {}, c: {}, d: { failsAt: 59 } }, 62, 'outage: d'],
  ])('%s', (_, endpoints, atSec, expected) => {
    expect(announcedIn({ endpoints, announced, atSec })).toBe(expected);
  });

  it('wait for nobody if nothing else of the host is down', () => {
    const others = allDown(['d'], 'docs.farwatch.test');
    const endpoints = { a: { endsAt: 60 }, d: { host: 'docs.farwatch.test' } };
    expect(announcedIn({ endpoints, announced: { ...allDown(['a']), ...others }, atSec: 60 })).toBe('recovery: a');
  });
});

it('more than five messages are one digest, whatever their hosts', () => {
  const endpoints = Object.fromEntries([...'abcdef'].map((name) => [name, { host: `${name}.farwatch.test` }]));
  expect(announcedIn({ endpoints, atSec: 0 })).toBe('outage: a b c d e f');
});

it.each([
  [6, false, 6],
  [26, false, 25],
  [250, false, 25],
  [251, false, 251],
  [251, true, 25],
])('of %i changes, for programs: %j, the next message has %i', (count, isForPrograms, expected) => {
  const hosts = Array.from(
    { length: count },
    (_, index) => [`e${index}`, { host: `h${index}.farwatch.test` }] as const,
  );
  const { due } = look({ endpoints: Object.fromEntries(hosts), atSec: 20 });
  expect(nextBatch(due, isForPrograms)).toHaveLength(expected);
});
