import { describe, expect, it } from 'vitest';
import type { Domain, Registration } from '../../documents/domain.ts';
import { newEndpoint } from '../../documents/endpoint.ts';
import { NOW } from '../../testing/samples.ts';
import { defaultsOf } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS } from '../../values/monitor-fields/table.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { applyAnswer, nextAsk, nextTry, type RegistryAnswer } from './apply-answer.ts';
import { planDomain } from './plan-domain.ts';

const given = { ...defaultsOf(ENDPOINT_FIELDS), name: 'shop', url: 'domain://shop.test' };
const endpoint = newEndpoint({ ...given, ownerId: 'o', monitorId: 'm', locations: ['server'] }, NOW);
const NEW = planDomain(null, endpoint, NOW);
const registration = (days: number | null, changes: Partial<Registration> = {}): Registration => ({
  expiresAt: days === null ? null : NOW + days * DAY_MS,
  registrar: 'R',
  nameServers: ['a.test', 'b.test'],
  registeredAs: null,
  statuses: [],
  ...changes,
});
const found = (...of: Parameters<typeof registration>): RegistryAnswer => ({ found: registration(...of) });
type Failed = Extract<RegistryAnswer, { failed: string }>;
const failed = (failed: Failed['failed'], statusCode: number | null = null): Failed => ({
  failed,
  statusCode,
  retryAfterMs: null,
});
const busy = failed('busy', 429);
const known = (...of: Parameters<typeof registration>): Domain => applyAnswer(NEW, found(...of), NOW).domain;

describe('a first answer', () => {
  it.each<[string, RegistryAnswer, object | null, string | null]>([
    ['far from the expiry', found(200), { state: 'up', endsAt: null, sinceMs: NOW }, null],
    ['31 days before it', found(31), { state: 'up', endsAt: null }, null],
    ['30 days before it', found(30), { state: 'up', endsAt: NOW + 30 * DAY_MS }, null],
    ['one day before it', found(1), { state: 'up', endsAt: NOW + DAY_MS }, null],
    ['at the expiry', found(0), { state: 'expired', endsAt: null, sinceMs: NOW }, null],
    ['days after it', found(-3), { state: 'expired', sinceMs: NOW - 3 * DAY_MS }, null],
    ['deleted before it', found(300, { statuses: ['Redemption Period'] }), { state: 'expired', sinceMs: NOW }, null],
    ['without an expiry', found(null), { state: 'unknown' }, 'noExpiration'],
    ['of no such name', { unknown: 'notFound' }, { state: 'unknown' }, 'notFound'],
    ['without a service', { unknown: 'noRdap' }, { state: 'unknown' }, 'noRdap'],
    ['that fails', busy, null, 'busy'],
    ['over TLS that cannot be trusted', failed('insecure'), null, 'insecure'],
    ['that refuses the query', failed('refused', 426), { state: 'unknown', sinceMs: NOW }, 'refused'],
  ])('%s', (_, answer, vote, problem) => {
    const { domain, vote: cast, changes } = applyAnswer(NEW, answer, NOW);
    if (vote === null) expect(cast).toBeNull();
    else expect(cast).toMatchObject(vote);
    expect(domain).toMatchObject({ problem, askedAt: NOW, voteSeq: vote === null ? 0 : 1 });
    expect(changes).toEqual([]);
  });
});

describe('a later answer', () => {
  it('casts no vote that is the same, and another one when it is renewed, expires or is not known any more', () => {
    const before = known(20);
    expect(applyAnswer(before, found(20), NOW + DAY_MS).vote).toBeNull();
    expect(applyAnswer(before, found(385), NOW + DAY_MS).vote).toMatchObject({ state: 'up', endsAt: null });
    expect(applyAnswer(before, found(20), NOW + 21 * DAY_MS).vote).toMatchObject({ state: 'expired' });
    expect(applyAnswer(before, { unknown: 'notFound' }, NOW + DAY_MS).vote).toMatchObject({ state: 'unknown' });
  });

  it.each<[string, RegistryAnswer]>([
    ['limits requests', busy],
    ['is unreadable', failed('unreadable', 200)],
    ['does not come', failed('unavailable')],
    ['is a refusal', failed('refused', 403)],
    ['comes over TLS that cannot be trusted', failed('insecure')],
  ])('that %s keeps what is known, also after the expiry', (_, answer) => {
    const before = known(20);
    const { domain, vote } = applyAnswer(before, answer, NOW + 25 * DAY_MS);
    expect(vote).toBeNull();
    expect(domain).toMatchObject({
      registration: before.registration,
      vote: before.vote,
      answeredAt: NOW,
      askedAt: NOW + 25 * DAY_MS,
      failures: 1,
    });
    expect(applyAnswer(domain, found(20), NOW + 26 * DAY_MS).domain).toMatchObject({ problem: null, failures: 0 });
  });

  it.each<[string, Partial<Registration>, object[]]>([
    ['nothing', {}, []],
    ['the registrar', { registrar: 'S' }, [{ part: 'registrar', before: 'R', after: 'S' }]],
    [
      'the name servers',
      { nameServers: ['a.test', 'c.test'] },
      [{ part: 'nameServers', before: 'a.test, b.test', after: 'a.test, c.test' }],
    ],
    ['both', { registrar: 'S', nameServers: ['c.test'] }, [{ part: 'registrar' }, { part: 'nameServers' }]],
    ['neither, as the answer lacks them', { registrar: null, nameServers: [] }, []],
  ])('reports that %s changed, once', (_, changes, expected) => {
    const first = applyAnswer(known(200), found(200, changes), NOW + DAY_MS);
    expect(first.changes).toMatchObject(expected);
    expect(applyAnswer(first.domain, found(200, changes), NOW + 2 * DAY_MS).changes).toEqual([]);
  });
});

describe('of a domain of which nothing is known', () => {
  const failTimes = (times: number, answer: RegistryAnswer, before = NEW) => {
    let change = applyAnswer(before, answer, NOW);
    for (let tried = 1; tried < times; tried += 1) change = applyAnswer(change.domain, answer, NOW + tried * DAY_MS);
    return change;
  };

  it.each([busy, failed('unavailable', 503), failed('insecure'), failed('unreadable', 200)])(
    '$failed answers leave it pending twice, and then make it unknown once',
    (answer) => {
      expect(failTimes(2, answer).domain.vote.state).toBe('new');
      expect(failTimes(3, answer)).toMatchObject({ vote: { state: 'unknown' }, domain: { voteSeq: 1, failures: 3 } });
      expect(failTimes(4, answer)).toMatchObject({ vote: null, domain: { problem: answer.failed } });
    },
  );

  it('a refusal is repeated daily, and says its status code until there is an answer', () => {
    const { domain } = failTimes(3, failed('refused', 426));
    expect(domain).toMatchObject({ statusCode: 426, askAt: NOW + 3 * DAY_MS });
    const answered = applyAnswer(domain, found(200), NOW + 3 * DAY_MS);
    expect(answered).toMatchObject({ vote: { state: 'up' }, domain: { statusCode: null, problem: null, failures: 0 } });
  });

  it('it is pending again after an edit', () => {
    const refused = failTimes(1, failed('refused', 426)).domain;
    const edited = planDomain(refused, { ...endpoint, url: 'domain://new.test', rev: 1 }, NOW);
    expect(edited).toMatchObject({ vote: { state: 'new' }, problem: null, statusCode: null });
  });
});

it.each([
  ['far away', 200, 7],
  ['weekly until it is daily', 63, 3],
  ['daily', 60, 1],
  ['at the first warning', 30.25, 0.25],
  ['daily after it', 30, 1],
  ['at the expiry', 0.5, 0.5],
  ['daily after it', -1, 1],
])('is queried next %s', (_, daysLeft, inDays) => {
  expect(nextAsk(NOW + daysLeft * DAY_MS, NOW)).toBe(NOW + inDays * DAY_MS);
  expect(known(daysLeft).askAt).toBe(NOW + inDays * DAY_MS);
});

it.each([
  [1, null, 1],
  [2, null, 2],
  [4, null, 8],
  [5, null, 16],
  [6, null, 24],
  [60, null, 24],
  [1, 2 * HOUR_MS, 2],
  [1, 60_000, 1],
  [1, 90 * DAY_MS, 24],
])('after %i failures, and a requested wait of %j ms, it is tried again in %i h', (failures, retryAfterMs, hours) => {
  expect(nextTry(failures, retryAfterMs, NOW)).toBe(NOW + hours * HOUR_MS);
});

it('a name that is not known is looked for weekly, one that was daily', () => {
  expect(applyAnswer(NEW, { unknown: 'noRdap' }, NOW).domain.askAt).toBe(NOW + 7 * DAY_MS);
  expect(applyAnswer(known(200), { unknown: 'notFound' }, NOW).domain.askAt).toBe(NOW + DAY_MS);
});

describe('an edit', () => {
  const before = { ...known(20), rev: 0 };
  it.each<[string, Partial<typeof endpoint>, Partial<Domain>]>([
    ['of something else changes nothing', { name: 'Shop' }, { ...before }],
    [
      'of the name queries at once',
      { url: 'domain://new.test', rev: 1 },
      { name: 'new.test', registration: null, askAt: NOW + 1 },
    ],
    [
      'that moves it votes again',
      { monitorId: 'n', rev: 1 },
      { monitorId: 'n', registration: before.registration, askAt: NOW + 1 },
    ],
    ['that pauses it stops the queries', { status: 'paused', rev: 1 }, { paused: true, askAt: null }],
  ])('%s', (_, changes, expected) => {
    const after = planDomain(before, { ...endpoint, ...changes }, NOW + 1);
    expect(after).toMatchObject(expected);
    if (after.rev !== before.rev) expect(after).toMatchObject({ vote: { state: 'new' }, voteSeq: before.voteSeq });
  });

  it('that resumes it queries at once, and votes again', () => {
    const paused = planDomain(before, { ...endpoint, status: 'paused', rev: 1 }, NOW + 1);
    const resumed = planDomain(paused, { ...endpoint, rev: 2 }, NOW + 2);
    expect(resumed).toMatchObject({ paused: false, askAt: NOW + 2, registration: before.registration });
    expect(applyAnswer(resumed, found(20), NOW + 2)).toMatchObject({ vote: { state: 'up' }, domain: { voteSeq: 2 } });
  });
});
