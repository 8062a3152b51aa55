import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import type { HandOvers, Rotation } from '../../documents/rotation.ts';
import { seeded } from '../../testing/seeded.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { afterNotifying, changedHandOvers, planHandOvers } from './hand-overs.ts';
import { onDuty } from './rotation.ts';

/** Turns change on Mondays at 9:00 in Taipei, which is 1:00 UTC. */
const ROTATION: Rotation = {
  ownerId: 'ann',
  name: 'Servers',
  people: ['ann', 'bob'],
  every: 1,
  unit: 'weeks',
  start: '2026-11-02T09:00',
  timeZone: 'Asia/Taipei',
  handOverMail: true,
  overrides: [],
  handOvers: { uid: 'ann', notified: [] },
  handOverDueAt: 0,
  createdAt: 0,
  updatedAt: 0,
};
const ALL = new Set(['ann', 'bob', 'cy']);
const at = (iso: string) => Date.parse(iso);
const iso = (atMs: number | null) => atMs && new Date(atMs).toISOString().slice(0, 16);
const shown = (rotation: Rotation, now: string, present = ALL) => {
  const { due, dueAt } = planHandOvers(rotation, present, at(now));
  return [
    ...due.map(({ uid, startsAt, endsAt, before, after }) => {
      return `${before} ${iso(startsAt)} ${uid} ${iso(endsAt)} ${after}`;
    }),
    `look ${iso(dueAt)}`,
  ];
};
const override = (uid: string, from: string, until: string) => ({
  id: `${uid}${from}`,
  uid,
  startsAt: at(from),
  endsAt: at(until),
});

describe('planHandOvers', () => {
  it.each([
    ['days before', '2026-11-05T12:00Z', ['look 2026-11-06T10:00']],
    ['just before the evening', '2026-11-08T09:59:59Z', ['look 2026-11-08T10:00']],
    ['in the evening', '2026-11-08T10:00Z', ['ann 2026-11-09T01:00 bob 2026-11-16T01:00 ann', 'look 2026-11-08T10:00']],
    ['late', '2026-11-09T00:59Z', ['ann 2026-11-09T01:00 bob 2026-11-16T01:00 ann', 'look 2026-11-09T00:59']],
    // Nobody has been notified: the shift has started meanwhile.
    [
      'after its begin',
      '2026-11-09T02:00Z',
      ['ann 2026-11-09T02:00 bob 2026-11-16T01:00 ann', 'look 2026-11-09T02:00'],
    ],
  ])('%s', (_, now, expected) => expect(shown(ROTATION, now)).toEqual(expected));

  it('notifies each person of each hand-over once', () => {
    const notified = [{ uid: 'bob', startsAt: at('2026-11-09T01:00Z') }];
    const rotation = { ...ROTATION, handOvers: { uid: 'ann', notified } };
    for (const now of ['2026-11-08T10:01Z', '2026-11-09T00:59Z', '2026-11-09T01:00Z', '2026-11-12T00:00Z']) {
      expect(shown(rotation, now)).toHaveLength(1);
    }
    expect(afterNotifying(rotation, ALL, [], at('2026-11-09T01:00Z'))).toEqual({ uid: 'bob', notified: [] });
  });

  it('notifies a person whose shift starts at another time again', () => {
    const notified = [{ uid: 'bob', startsAt: at('2026-11-09T01:00Z') }];
    const earlier = { ...ROTATION, start: '2026-11-02T08:00', handOvers: { uid: 'ann', notified } };
    expect(shown(earlier, '2026-11-08T15:00Z')[0]).toBe('ann 2026-11-09T00:00 bob 2026-11-16T00:00 ann');
  });

  it('notifies those whom overrides put on duty, and who follows them', () => {
    const rotation = { ...ROTATION, overrides: [override('cy', '2026-11-05T06:00Z', '2026-11-05T12:00Z')] };
    expect(shown(rotation, '2026-11-04T09:59Z')).toEqual(['look 2026-11-04T10:00']);
    expect(shown(rotation, '2026-11-04T10:00Z')).toEqual([
      'ann 2026-11-05T06:00 cy 2026-11-05T12:00 ann',
      'cy 2026-11-05T12:00 ann 2026-11-09T01:00 bob',
      'look 2026-11-04T10:00',
    ]);
  });

  it('is silent about an override by whom it replaces, and before the first shift', () => {
    const own = { ...ROTATION, overrides: [override('ann', '2026-11-05T06:00Z', '2026-11-05T12:00Z')] };
    expect(shown(own, '2026-11-05T00:00Z')).toEqual(['look 2026-11-05T10:00']);
    const later = { ...ROTATION, start: '2026-11-20T09:00', handOvers: { uid: null, notified: [] } };
    expect(shown(later, '2026-11-05T00:00Z')).toEqual(['look 2026-11-05T10:00']);
    expect(shown(later, '2026-11-19T10:00Z')[0]).toBe('null 2026-11-20T01:00 ann 2026-11-27T01:00 bob');
  });

  it('skips people who have left: the next in order are notified instead, at once if they are on duty', () => {
    const present = new Set(['bob']);
    expect(shown(ROTATION, '2026-11-05T10:00Z', present)[0]).toBe('ann 2026-11-05T10:00 bob null null');
    expect(shown(ROTATION, '2026-11-05T10:00Z', new Set())).toEqual(['look 2026-11-06T10:00']);
  });

  it('lists all shifts of a day', () => {
    const rotation: Rotation = { ...ROTATION, every: 6, unit: 'hours', timeZone: 'UTC' };
    // From 21:00 to 3:00, Ann's turn is the third.
    const found = planHandOvers(
      { ...rotation, handOvers: { uid: 'ann', notified: [] } },
      ALL,
      at('2026-11-02T18:00Z'),
    ).due;
    expect(found.map(({ uid, startsAt }) => `${uid} ${iso(startsAt)}`)).toEqual([
      'bob 2026-11-02T18:00',
      'ann 2026-11-02T21:00',
      'bob 2026-11-03T03:00',
      'ann 2026-11-03T09:00',
      'bob 2026-11-03T15:00',
      'ann 2026-11-03T21:00',
    ]);
  });

  it('knows the end of a shift of years', () => {
    const rotation: Rotation = { ...ROTATION, every: 100, start: '2024-12-09T09:00' };
    expect(shown(rotation, '2026-11-08T10:00Z')[0]).toBe('ann 2026-11-09T01:00 bob 2028-10-09T01:00 ann');
  });

  // New York sets its clocks back on 2026-11-01 at 2:00 and forward on 2027-03-14 at 2:00.
  it.each([
    ['back', '2026-10-31T22:00', '2026-11-01T14:00'],
    ['forward', '2027-03-13T23:00', '2027-03-14T13:00'],
  ])('the evening before clocks are set %s is at 18:00', (_, evening, begin) => {
    const rotation: Rotation = { ...ROTATION, every: 1, unit: 'days', start: '2026-01-01T09:00' };
    const inNewYork = { ...rotation, timeZone: 'America/New_York' };
    const before = onDuty(inNewYork, ALL, at(`${evening}Z`));
    const known = { ...inNewYork, handOvers: { uid: before, notified: [] } };
    expect(shown(known, `${iso(at(`${evening}Z`) - MINUTE_MS)}Z`)).toEqual([`look ${evening}`]);
    expect(shown(known, `${evening}Z`)[0]).toContain(begin);
  });
});

/** Looks as the job does, and changes the rotation as an edit does; everybody is notified. */
class World {
  mails: string[] = [];
  rotation: Rotation;
  constructor(rotation: Rotation) {
    this.rotation = rotation;
  }

  look(nowMs: number, present = ALL) {
    const { due } = planHandOvers(this.rotation, present, nowMs);
    for (const { uid, startsAt } of due) this.mails.push(`${uid} ${iso(startsAt)}`);
    const handOvers = afterNotifying(this.rotation, present, due, nowMs);
    this.rotation = { ...this.rotation, handOvers };
    this.rotation.handOverDueAt = planHandOvers(this.rotation, present, nowMs).dueAt;
  }

  change(changes: Partial<Rotation>, nowMs: number, by = 'eve') {
    const after = { ...this.rotation, ...changes };
    this.rotation = { ...after, ...changedHandOvers(this.rotation, after, { present: ALL, by, nowMs }) };
  }

  /** The job, every quarter of an hour. */
  runUntil(fromMs: number, untilMs: number) {
    for (let nowMs = fromMs; nowMs <= untilMs; nowMs += 15 * MINUTE_MS) {
      if ((this.rotation.handOverDueAt ?? Number.POSITIVE_INFINITY) <= nowMs) this.look(nowMs);
    }
  }
}

describe('changedHandOvers', () => {
  const NOW = at('2026-11-08T12:00Z');

  test('a new rotation notifies who is on duty, unless they made it', () => {
    const context = { present: ALL, nowMs: at('2026-11-05T00:00Z') };
    const made = (by: string) => changedHandOvers(null, { ...ROTATION, handOvers: null }, { ...context, by });
    expect(made('bob')).toEqual({ handOvers: { uid: null, notified: [] }, handOverDueAt: context.nowMs });
    expect(made('ann')).toEqual({
      handOvers: { uid: 'ann', notified: [] },
      handOverDueAt: at('2026-11-05T10:00Z'),
    });
  });

  test('to switch mails on announces the hand-over of tomorrow, not of the one before; off, nothing is stored', () => {
    const world = new World({ ...ROTATION, handOverMail: false, handOvers: null, handOverDueAt: null });
    world.change({ handOverMail: true }, NOW);
    expect(world.rotation.handOverDueAt).toBe(NOW);
    world.look(NOW);
    expect(world.mails).toEqual(['bob 2026-11-09T01:00']);
    world.change({ handOverMail: false }, NOW);
    expect(world.rotation).toMatchObject({ handOvers: null, handOverDueAt: null });
  });

  test('an override moves a hand-over: who is on duty then is notified at once, and nobody twice', () => {
    const world = new World(ROTATION);
    world.look(NOW);
    world.change({ overrides: [override('cy', '2026-11-09T00:00Z', '2026-11-10T00:00Z')] }, NOW + HOUR_MS);
    world.look(NOW + HOUR_MS);
    world.change({ name: 'Other' }, NOW + 2 * HOUR_MS);
    world.look(NOW + 2 * HOUR_MS);
    expect(world.mails).toEqual(['bob 2026-11-09T01:00', 'cy 2026-11-09T00:00']);
    world.runUntil(NOW + 2 * HOUR_MS, NOW + 2 * DAY_MS);
    expect(world.mails).toEqual(['bob 2026-11-09T01:00', 'cy 2026-11-09T00:00', 'bob 2026-11-10T00:00']);
  });

  test('who is put on duty now is notified, but not who takes over themselves', () => {
    const world = new World(ROTATION);
    const now = at('2026-11-05T00:00Z');
    const cy = override('cy', `${iso(now)}Z`, '2026-11-05T06:00Z');
    world.change({ overrides: [cy] }, now, 'cy');
    world.look(now);
    // Ann follows within a day.
    expect(world.mails).toEqual(['ann 2026-11-05T06:00']);
    world.change({ overrides: [cy, override('bob', `${iso(now)}Z`, '2026-11-05T06:00Z')] }, now, 'ann');
    world.look(now);
    expect(world.mails.slice(1)).toEqual(['bob 2026-11-05T00:00']);
  });

  test('an edit by which another person is on duty now notifies them', () => {
    const world = new World(ROTATION);
    world.change({ people: ['bob', 'ann'] }, at('2026-11-05T00:00Z'));
    world.look(at('2026-11-05T00:00Z'));
    expect(world.mails).toEqual(['bob 2026-11-05T00:00']);
  });

  test('an edit between the evening and the job loses no mail, not even of who makes it', () => {
    const world = new World(ROTATION);
    world.change({ name: 'Other' }, at('2026-11-08T10:01Z'), 'bob');
    world.look(at('2026-11-08T10:02Z'));
    expect(world.mails).toEqual(['bob 2026-11-09T01:00']);
  });

  test('who comes on duty again after a hand-over is notified again', () => {
    const world = new World({ ...ROTATION, every: 1, unit: 'days', handOvers: { uid: 'ann', notified: [] } });
    const now = at('2026-11-03T00:30Z');
    world.runUntil(now, now + 3 * DAY_MS);
    expect(world.mails).toEqual([
      'bob 2026-11-03T01:00',
      'ann 2026-11-04T01:00',
      'bob 2026-11-05T01:00',
      'ann 2026-11-06T01:00',
    ]);
  });
});

/** Zones, and a few days before their clocks change; one whose clock never does. */
const CHANGES = [
  ['America/New_York', '2026-03-06'],
  ['America/New_York', '2026-10-29'],
  ['Australia/Lord_Howe', '2026-04-02'],
  ['Australia/Lord_Howe', '2026-10-01'],
  ['America/Santiago', '2026-04-02'],
  ['America/Santiago', '2026-09-03'],
  ['Asia/Kolkata', '2026-09-03'],
] as const;

test.each(CHANGES.flatMap(([timeZone, day], index) => [0, 7].map((more) => ({ timeZone, day, seed: index + more }))))(
  'who comes on duty by themselves has been notified since the evening before, once ($timeZone, $day, $seed)',
  ({ timeZone, day, seed }) => {
    const random = seeded(seed);
    const fromMs = at(`${day}T00:00Z`) + random.whole(0, 96) * 15 * MINUTE_MS;
    const rotation: Rotation = {
      ...ROTATION,
      people: ['ann', 'bob', 'cy'].slice(0, 1 + random.whole(1, 2)),
      every: random.whole(1, 12),
      unit: random.one(['hours', 'days']),
      start: `2026-01-01T${String(random.whole(0, 23)).padStart(2, '0')}:30`,
      timeZone,
    };
    const known: HandOvers = { uid: onDuty(rotation, ALL, fromMs), notified: [] };
    const world = new World({ ...rotation, handOvers: known, handOverDueAt: fromMs });
    const times = new Map<string, number[]>();
    for (let nowMs = fromMs; nowMs < fromMs + 8 * DAY_MS; nowMs += 15 * MINUTE_MS) {
      const before = world.mails.length;
      world.runUntil(nowMs, nowMs);
      for (const mail of world.mails.slice(before)) times.set(mail, [...(times.get(mail) ?? []), nowMs]);
    }
    for (let atMs = fromMs + 2 * DAY_MS; atMs < fromMs + 8 * DAY_MS; atMs += 15 * MINUTE_MS) {
      const [before, uid] = [atMs - 15 * MINUTE_MS, atMs].map((each) => onDuty(rotation, ALL, each));
      if (uid === before) continue;
      const zoned = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
      const evening = zoned.toPlainDate().subtract({ days: 1 }).toZonedDateTime({ timeZone, plainTime: '18:00' });
      const mailedAt = times.get(`${uid} ${iso(atMs)}`) ?? [];
      expect(mailedAt).toHaveLength(1);
      expect((mailedAt[0] ?? 0) - evening.epochMilliseconds).toBeGreaterThanOrEqual(0);
      expect((mailedAt[0] ?? 0) - evening.epochMilliseconds).toBeLessThan(15 * MINUTE_MS);
    }
  },
);
