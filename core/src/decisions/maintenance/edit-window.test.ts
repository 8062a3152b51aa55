import { expect, test } from 'vitest';
import { maintenanceSample, NOW } from '../../testing/samples.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { changedWindow, endedWindow, windowWithout } from './edit-window.ts';

const START = NOW - HOUR_MS / 2;
const [YESTERDAY, TOMORROW] = [START - DAY_MS, START + DAY_MS];
const DAILY = maintenanceSample({
  rule: 'FREQ=DAILY',
  endings: { [YESTERDAY]: YESTERDAY + 1000, [START]: NOW + 3 * HOUR_MS, [TOMORROW]: TOMORROW },
});

test('a new length replaces an extension, not what ended early or is cancelled', () => {
  const { ownerId: _, endings: __, refreshAt: ___, createdAt, updatedAt, ...fields } = DAILY;
  expect(changedWindow(DAILY, { ...fields, name: 'Other' }, NOW).endings).toEqual(DAILY.endings);
  const longer = changedWindow(DAILY, { ...fields, durationMin: 90 }, NOW);
  expect(longer.endings).toEqual({ [YESTERDAY]: YESTERDAY + 1000, [TOMORROW]: TOMORROW });
});

test('an end as planned is no longer stored, nor one of long ago', () => {
  const longAgo = NOW - 43 * DAY_MS;
  const window = { ...DAILY, endings: { ...DAILY.endings, [longAgo]: longAgo } };
  const after = endedWindow(window, START, START + HOUR_MS, NOW);
  expect(after.endings).toEqual({ [YESTERDAY]: YESTERDAY + 1000, [TOMORROW]: TOMORROW });
  expect(endedWindow(window, START, NOW, NOW).endings).toMatchObject({ [START]: NOW });
});

test.each([
  [['m1', 'm2'], ['m2']],
  [['m1'], undefined],
  [null, null],
])('a window for %s is for %s without m1', (monitors, left) => {
  expect(windowWithout({ ...maintenanceSample({ monitors }), id: 'w' }, 'm1')?.monitors).toEqual(left);
});
