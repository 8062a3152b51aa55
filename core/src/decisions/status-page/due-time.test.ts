import { expect, test } from 'vitest';
import { pageSample } from '../../testing/page-sample.ts';
import { HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { isBuildDue, nextBuildAt } from './due-time.ts';

const at = (iso: string) => Date.parse(iso);

test.each([
  ['UTC', '2026-11-20T12:00Z', '2026-11-21T00:00Z'],
  ['UTC', '2026-11-21T00:00Z', '2026-11-21T01:25Z'],
  ['UTC', '2026-11-21T01:25Z', '2026-11-22T00:00Z'],
  ['Asia/Taipei', '2026-11-20T12:00Z', '2026-11-20T16:00Z'],
  ['Asia/Taipei', '2026-11-20T16:00Z', '2026-11-21T01:25Z'],
  ['America/New_York', '2026-11-01T04:30Z', '2026-11-02T01:25Z'],
  ['America/New_York', '2026-11-02T01:25Z', '2026-11-02T05:00Z'],
])('in %s a snapshot of %s is built again at %s', (timeZone, builtAt, expected) => {
  expect(nextBuildAt(pageSample({ timeZone }), at(builtAt))).toBe(at(expected));
});

test('a build is due after its time, and after an edit of the page', () => {
  const builtAt = at('2026-11-20T12:00Z');
  const page = pageSample({ updatedAt: builtAt });
  expect(isBuildDue(page, { builtAt }, builtAt + 12 * HOUR_MS - 1)).toBe(false);
  expect(isBuildDue(page, { builtAt }, builtAt + 12 * HOUR_MS)).toBe(true);
  expect(isBuildDue({ ...page, updatedAt: builtAt + 1 }, { builtAt }, builtAt + MINUTE_MS)).toBe(true);
});
