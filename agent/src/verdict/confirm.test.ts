import { CERTIFICATE_WARNING_MS } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { confirm, dropUnconfirmed, type Finding, forgetSlow, NO_VERDICT, type VerdictState } from './confirm.ts';

const good = (atMs: number): Finding => ({ atMs, statusCode: 200, error: null, certificateEndsAtMs: null });
const bad = (atMs: number): Finding => ({ atMs, statusCode: 503, error: 'status', certificateEndsAtMs: null });

/**
 * Feeds checks that take 100 ms each, one every 2.1 s: `+` a success, `-` a failure. Returns what confirmed of each.
 */
function feed(pattern: string, start: VerdictState = NO_VERDICT) {
  let state = start;
  const confirmed: string[] = [];
  for (const [index, sign] of [...pattern].entries()) {
    const atMs = 1_000 + index * 2_100;
    const confirmation = confirm(state, sign === '+' ? good(atMs) : bad(atMs), atMs + 100);
    state = confirmation.state;
    confirmed.push(confirmation.confirmed ?? (confirmation.recheckAt === null ? '.' : '?'));
  }
  return { state, confirmed: confirmed.join(' ') };
}

describe('what a series of checks leads to', () => {
  test.each([
    ['+', 'up'],
    ['-', '?'],
    ['--', '? down'],
    ['-+', '? up'],
    ['++', 'up .'],
    ['+-+', 'up ? .'],
    ['+-+-+', 'up ? . ? .'],
    ['+--', 'up ? down'],
    ['+---', 'up ? down .'],
    ['+--+-', 'up ? down ? .'],
    ['+--++', 'up ? down ? up'],
    ['+--+-+-++', 'up ? down ? . ? . ? up'],
    ['--++--', '? down ? up ? down'],
  ])('%s', (pattern, expected) => {
    expect(feed(pattern).confirmed).toBe(expected);
  });
});

describe('a check of what another location has confirmed as failing', () => {
  test.each([
    ['+', 'bad', 'down'],
    ['', 'bad', 'down'],
    ['+-', 'bad', 'down'],
    ['+', 'good', null],
    ['--', 'good', null],
    ['--', 'bad', null],
  ] as const)('after %s, one that is %s', (before, next, confirmed) => {
    const finding = next === 'bad' ? bad(20_000) : good(20_000);
    const found = confirm(feed(before).state, finding, 20_100, true);
    expect(found.confirmed).toBe(confirmed);
    if (before === '+' && confirmed) expect(found.state.verdict?.since).toBe(20_000);
  });
  test.each([
    ['refused', 'down'],
    ['certificateExpired', 'down'],
    ['noRecord', 'down'],
    ['assertion', 'down'],
    ['timeout', null],
    ['dns', null],
    ['reset', null],
    ['loss', null],
    ['slow', null],
  ] as const)('that fails by %s, which lost packets cause or do not', (error, confirmed) => {
    expect(confirm(feed('+').state, { ...bad(20_000), statusCode: null, error }, 20_100, true).confirmed).toBe(
      confirmed,
    );
  });
});

describe('a verdict', () => {
  test('starts with the first of its checks and shows the confirming one', () => {
    const first = confirm({ verdict: null, unconfirmedSince: null }, bad(1_000), 1_100).state;
    const second: Finding = { atMs: 3_100, statusCode: null, error: 'timeout', certificateEndsAtMs: null };
    expect(confirm(first, second, 13_100).state).toEqual({
      verdict: { up: false, since: 1_000, statusCode: null, error: 'timeout' },
      unconfirmedSince: null,
      streak: null,
    });
  });
  test('up after a first failure starts with the success', () => {
    expect(feed('-+').state.verdict).toEqual({ up: true, since: 3_100, statusCode: 200, error: null });
  });
  test('keeps its start while nothing changes', () => {
    expect(feed('+++').state.verdict?.since).toBe(1_000);
  });
  test('is rechecked 2 s after the first contrary check ended', () => {
    expect(confirm(feed('+').state, bad(9_000), 9_400).recheckAt).toBe(11_400);
  });
  test('drops an unconfirmed change on request', () => {
    const unconfirmed = feed('+-').state;
    expect(unconfirmed.unconfirmedSince).toBe(3_100);
    expect(feed('-', dropUnconfirmed(unconfirmed)).confirmed).toBe('?');
    expect(feed('-', unconfirmed).confirmed).toBe('down');
  });
});

test.each([
  [CERTIFICATE_WARNING_MS, null, true],
  [CERTIFICATE_WARNING_MS + 1, null, false],
  [-1, null, true],
  [DAY_MS, 5 * DAY_MS, true],
  [DAY_MS + 1, 5 * DAY_MS, false],
])('a certificate that ends in %i ms, valid for %j, is shown: %s', (inMs, validMs, isShown) => {
  const endsAtMs = 2_000 + inMs;
  const startsAtMs = validMs === null ? null : endsAtMs - validMs;
  const finding = { ...good(1_000), certificateStartsAtMs: startsAtMs, certificateEndsAtMs: endsAtMs };
  const first = confirm(NO_VERDICT, finding, 2_000).state;
  expect(first.verdict?.certificateEndsAt).toBe(isShown ? 2_000 + inMs : undefined);
  expect(confirm(first, good(3_000), 3_100).state.verdict?.certificateEndsAt).toBeUndefined();
});

test('a shown certificate stays so while no answer comes', () => {
  const soon = { ...good(1_000), certificateEndsAtMs: 9_000 };
  const refused: Finding = { atMs: 4_000, statusCode: null, error: 'refused', certificateEndsAtMs: null };
  const unconfirmed = confirm(confirm(NO_VERDICT, soon, 2_000).state, refused, 4_100).state;
  const down = confirm(unconfirmed, { ...refused, atMs: 6_100 }, 6_200).state;
  expect(down.verdict).toEqual({
    up: false,
    since: 4_000,
    statusCode: null,
    error: 'refused',
    certificateEndsAt: 9_000,
  });
});

describe('slow checks', () => {
  /** Feeds checks a second apart: `s` slow, `f` fast, `-` a failure. Returns after each whether the verdict is slow. */
  const feedSlow = (pattern: string, slowMs: number | null = 800) => {
    let state = NO_VERDICT;
    const reported = [...pattern].map((sign, index) => {
      const finding = sign === '-' ? bad(index * 1_000) : { ...good(index * 1_000), ms: sign === 's' ? 801 : 800 };
      state = confirm(state, { ...finding, slowMs }, index * 1_000 + 500).state;
      if (state.verdict?.slow === null) return '?';
      return state.verdict?.slow ? 's' : '.';
    });
    return { state, reported: reported.join('') };
  };

  test.each([
    ['sss', '??s'],
    ['fff', '??.'],
    ['ssfsss', '?????s'],
    ['fffsss', '??...s'],
    ['sssffsfff', '??ssssss.'],
    ['ss-s', '???s'],
    ['sss-s', '??sss'],
    ['sss--ss', '??sssss'],
    ['sss--fff', '??sssss.'],
    ['ss--sss', '??????s'],
  ])('%s', (pattern, expected) => {
    expect(feedSlow(pattern).reported).toBe(expected);
  });
  test('have the start of the first of them, and the time of the third', () => {
    expect(feedSlow('fffsssss').state.verdict?.slow).toEqual({ since: 3_000, ms: 801 });
  });
  test('are none without a limit', () => {
    expect(feedSlow('ssss', null).state.verdict).not.toHaveProperty('slow');
  });
  test('are not known with another limit, and none without one', () => {
    const { state } = feedSlow('sss');
    expect(forgetSlow(state, 900)).toMatchObject({ verdict: { up: true, slow: null }, streak: null });
    expect(forgetSlow(state, null).verdict).not.toHaveProperty('slow');
  });
});
