import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { seeded } from '../../testing/seeded.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { onDuty, type Shift, shifts, type Turns } from './rotation.ts';

const ROTATION: Turns = {
  people: ['ann', 'bob', 'cy'],
  every: 1,
  unit: 'weeks',
  start: '2026-11-02T09:00',
  timeZone: 'Asia/Taipei',
  overrides: [],
};
const ALL = new Set(['ann', 'bob', 'cy', 'dee']);
const at = (iso: string) => Date.parse(iso);
const override = (uid: string, from: string, until: string) => ({
  id: `${uid}${from}`,
  uid,
  startsAt: at(from),
  endsAt: at(until),
});
const shown = (found: readonly Shift[]) =>
  found.map(({ startsAt, endsAt, uid, isOverride }) => {
    const [from, until] = [startsAt, endsAt].map((each) => new Date(each).toISOString().slice(0, 16));
    return `${from} ${until} ${uid}${isOverride ? '!' : ''}`;
  });
const dutyOf = (rotation: Turns, iso: string, present = ALL) => onDuty(rotation, present, at(iso));

describe('onDuty', () => {
  it.each([
    ['2026-11-02T00:59:59.999Z', null],
    ['2026-11-02T01:00Z', 'ann'],
    ['2026-11-09T00:59:59.999Z', 'ann'],
    ['2026-11-09T01:00Z', 'bob'],
    ['2026-11-16T01:00Z', 'cy'],
    ['2026-11-23T01:00Z', 'ann'],
    ['2046-11-05T01:00Z', 'ann'],
  ])('at %s is %s', (iso, uid) => expect(dutyOf(ROTATION, iso)).toBe(uid));

  test('who is no longer in the account is skipped; the others keep their turns', () => {
    const present = new Set(['ann', 'cy']);
    expect(dutyOf(ROTATION, '2026-11-10T00:00Z', present)).toBe('cy');
    expect(dutyOf(ROTATION, '2026-11-17T00:00Z', present)).toBe('cy');
    expect(dutyOf(ROTATION, '2026-11-24T00:00Z', present)).toBe('ann');
    expect(dutyOf(ROTATION, '2026-11-10T00:00Z', new Set(['bob']))).toBe('bob');
    expect(dutyOf(ROTATION, '2026-11-17T00:00Z', new Set(['bob']))).toBe('bob');
  });

  test('nobody is, if nobody of them is left', () => {
    expect(dutyOf(ROTATION, '2026-11-10T00:00Z', new Set(['dee']))).toBeNull();
    expect(dutyOf(ROTATION, '2026-11-10T00:00Z', new Set())).toBeNull();
  });

  test('of overrides that overlap the one that was made last counts, then what lies below', () => {
    const overrides = [
      override('dee', '2026-11-10T00:00Z', '2026-11-10T12:00Z'),
      override('cy', '2026-11-10T06:00Z', '2026-11-10T08:00Z'),
      override('ann', '2026-11-09T00:00Z', '2026-11-10T02:00Z'),
    ];
    const from = { fromMs: at('2026-11-08T12:00Z'), untilMs: at('2026-11-11T00:00Z') };
    expect(shown(shifts({ ...ROTATION, overrides }, ALL, from))).toEqual([
      '2026-11-08T12:00 2026-11-09T00:00 ann',
      '2026-11-09T00:00 2026-11-10T02:00 ann!',
      '2026-11-10T02:00 2026-11-10T06:00 dee!',
      '2026-11-10T06:00 2026-11-10T08:00 cy!',
      '2026-11-10T08:00 2026-11-10T12:00 dee!',
      '2026-11-10T12:00 2026-11-11T00:00 bob',
    ]);
    expect(dutyOf({ ...ROTATION, overrides }, '2026-11-10T07:00Z', new Set(['ann', 'bob', 'dee']))).toBe('dee');
    expect(dutyOf({ ...ROTATION, overrides }, '2026-11-10T07:00Z', new Set(['ann', 'bob']))).toBe('bob');
  });

  test('an override counts before the first shift, too', () => {
    const overrides = [override('dee', '2026-11-01T00:00Z', '2026-11-01T12:00Z')];
    expect(dutyOf({ ...ROTATION, overrides }, '2026-11-01T06:00Z')).toBe('dee');
    expect(dutyOf({ ...ROTATION, overrides }, '2026-11-01T12:00Z')).toBeNull();
  });
});

describe('the hand-over', () => {
  const daily = (timeZone: string, start: string, unit: Turns['unit'] = 'days', every = 1) =>
    ({ ...ROTATION, timeZone, start, unit, every }) as const;
  it.each<[string, Turns, string, string[]]>([
    [
      'stays at 9:00 when summer ends',
      daily('Europe/Berlin', '2026-10-23T09:00'),
      '2026-10-24T07:00Z',
      ['2026-10-24T07:00 2026-10-25T08:00 bob', '2026-10-25T08:00 2026-10-26T08:00 cy'],
    ],
    [
      'stays at 9:00 when summer begins',
      daily('Europe/Berlin', '2026-03-27T09:00'),
      '2026-03-28T08:00Z',
      ['2026-03-28T08:00 2026-03-29T07:00 bob', '2026-03-29T07:00 2026-03-30T07:00 cy'],
    ],
    [
      'of hours stays at 9:00 and 21:00',
      daily('America/New_York', '2026-10-31T09:00', 'hours', 12),
      '2026-11-01T01:00Z',
      ['2026-11-01T01:00 2026-11-01T14:00 bob', '2026-11-01T14:00 2026-11-02T02:00 cy'],
    ],
    [
      'at a skipped time is at the end of the gap',
      daily('Europe/Berlin', '2026-03-28T02:30'),
      '2026-03-28T01:30Z',
      ['2026-03-28T01:30 2026-03-29T01:00 ann', '2026-03-29T01:00 2026-03-30T00:30 bob'],
    ],
    [
      'at a time that comes twice is at the first',
      daily('Europe/Berlin', '2026-10-24T02:30'),
      '2026-10-24T00:30Z',
      ['2026-10-24T00:30 2026-10-25T00:30 ann', '2026-10-25T00:30 2026-10-26T01:30 bob'],
    ],
    [
      'follows a clock that changes by half an hour',
      daily('Australia/Lord_Howe', '2026-04-04T01:45'),
      '2026-04-03T14:45Z',
      ['2026-04-03T14:45 2026-04-04T14:45 ann', '2026-04-04T14:45 2026-04-05T15:15 bob'],
    ],
    [
      'in India is at half past in UTC',
      daily('Asia/Kolkata', '2026-10-24T09:00'),
      '2026-10-24T03:30Z',
      ['2026-10-24T03:30 2026-10-25T03:30 ann', '2026-10-25T03:30 2026-10-26T03:30 bob'],
    ],
  ])('%s', (_, rotation, from, expected) => {
    const fromMs = at(from);
    const untilMs = at(`${expected.at(-1)?.slice(17, 33)}Z`);
    expect(shown(shifts(rotation, ALL, { fromMs, untilMs }))).toEqual(expected);
  });
});

/**
 * The plainest way to know whose turn it is: look at the clock each minute since the first shift began, and hand over
 * whenever it shows the next time for the first time.
 */
function turnsByMinute(
  { start, every, unit, timeZone, people }: Turns,
  minutes: number,
): { atMs: number; uid: string }[] {
  const step = { [unit]: every };
  const first = Temporal.PlainDateTime.from(start);
  let atMs = first.toZonedDateTime(timeZone).epochMilliseconds;
  let turn = 0;
  let next = first.add(step);
  const found: { atMs: number; uid: string }[] = [];
  for (let minute = 0; minute < minutes; minute += 1, atMs += MINUTE_MS) {
    const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDateTime();
    while (Temporal.PlainDateTime.compare(local, next) >= 0) {
      turn += 1;
      next = next.add(step);
    }
    found.push({ atMs, uid: people[turn % people.length] ?? '' });
  }
  return found;
}

describe('against a clock that is looked at each minute', () => {
  const MINUTES = (4 * DAY_MS) / MINUTE_MS;
  it.each([
    ['Europe/Berlin', '2026-03-27'],
    ['Europe/Berlin', '2026-10-23'],
    ['America/New_York', '2026-03-06'],
    ['America/New_York', '2026-10-30'],
    ['America/St_Johns', '2026-03-06'],
    ['Australia/Lord_Howe', '2026-04-03'],
    ['Australia/Lord_Howe', '2026-10-02'],
    ['Asia/Kolkata', '2026-10-23'],
    ['Asia/Kathmandu', '2026-10-23'],
    ['Asia/Beirut', '2026-03-27'],
    ['Pacific/Apia', '2011-12-28'],
    ['Africa/Casablanca', '2026-02-13'],
  ])('in %s from %s', (timeZone, date) => {
    const random = seeded(Date.parse(date));
    for (const unit of ['hours', 'days'] as const) {
      const every = unit === 'days' ? 1 : random.whole(1, 13);
      const [hour, minute] = [random.whole(0, 3), random.one([0, 15, 30, 45])];
      const start = `${date}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      const rotation: Turns = { ...ROTATION, unit, every, timeZone, start };
      const expected = turnsByMinute(rotation, MINUTES);
      const [firstMs = 0, lastMs = 0] = [expected[0]?.atMs, expected.at(-1)?.atMs];
      const listed = shifts(rotation, ALL, { fromMs: firstMs, untilMs: lastMs + MINUTE_MS });
      const different = expected.filter(({ atMs, uid }, index) => {
        const shift = listed.find((each) => each.startsAt <= atMs && each.endsAt > atMs);
        const isNearChange = [-2, 2].some((offset) => (expected[index + offset]?.uid ?? uid) !== uid);
        const isLookedAt = isNearChange || index % 60 === 0;
        return shift?.uid !== uid || (isLookedAt && onDuty(rotation, ALL, atMs) !== uid);
      });
      expect(different, JSON.stringify(rotation)).toEqual([]);
    }
  });
});

describe('shifts', () => {
  test('have no gap, change at each boundary, and agree with onDuty', () => {
    const random = seeded(7);
    for (let round = 0; round < 40; round += 1) {
      const fromMs = at('2026-10-20T00:00Z') + random.whole(0, 20) * HOUR_MS;
      const overrides = Array.from({ length: random.whole(0, 6) }, (_, index) => {
        const startsAt = fromMs + random.whole(-50, 300) * HOUR_MS;
        return {
          id: `o${index}`,
          uid: random.one(['ann', 'bob', 'cy', 'dee']),
          startsAt,
          endsAt: startsAt + random.whole(1, 60) * HOUR_MS,
        };
      });
      const unit = random.one(['hours', 'days', 'weeks'] as const);
      const rotation: Turns = {
        ...ROTATION,
        unit,
        every: random.whole(1, 9),
        start: '2026-10-21T09:00',
        timeZone: 'Europe/Berlin',
        overrides,
      };
      const present = new Set([...ALL].filter(() => random.share() < 0.8));
      const untilMs = fromMs + 14 * DAY_MS;
      const found = shifts(rotation, present, { fromMs, untilMs });
      expect(found[0]?.startsAt).toBe(fromMs);
      expect(found.at(-1)?.endsAt).toBe(untilMs);
      found.forEach((each, index) => {
        const next = found[index + 1];
        expect(each.endsAt).toBeGreaterThan(each.startsAt);
        if (next)
          expect([next.startsAt, next.uid === each.uid && next.isOverride === each.isOverride]).toEqual([
            each.endsAt,
            false,
          ]);
        for (const atMs of [each.startsAt, each.endsAt - 1]) expect(onDuty(rotation, present, atMs)).toBe(each.uid);
      });
    }
  });

  test('of one person in a row are one, and there are at most as many as asked for', () => {
    const hourly: Turns = { ...ROTATION, every: 1, unit: 'hours' };
    const fromMs = at('2026-11-10T00:00Z');
    const untilMs = fromMs + 28 * DAY_MS;
    expect(shifts(hourly, new Set(['ann']), { fromMs, untilMs })).toHaveLength(1);
    expect(
      shifts({ ...hourly, people: ['ann', 'ann', 'bob'] }, ALL, { fromMs, untilMs: fromMs + 3 * HOUR_MS }),
    ).toHaveLength(2);
    expect(shifts(hourly, ALL, { fromMs, untilMs })).toHaveLength(28 * 24);
    const cut = shifts(hourly, ALL, { fromMs, untilMs, most: 10 });
    expect([cut.length, cut.at(-1)?.endsAt]).toEqual([10, fromMs + 10 * HOUR_MS]);
  });
});
