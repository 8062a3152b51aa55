import { expect, test } from 'vitest';
import { endpointFieldsSample, monitorContentSample, NOW } from '../../testing/samples.ts';
import type { Pause } from '../../values/pause.ts';
import { endPauses, findPauseProblem } from './pauses.ts';

const DAY_MS = 86_400_000;

function contentOf(monitor: Pause, endpoint: Pause) {
  return monitorContentSample({ ...monitor, endpoints: [{ id: 'a', ...endpointFieldsSample(), ...endpoint }] });
}

const until = (pausedUntilMs: number | null): Pause => ({ paused: true, pausedUntilMs });
const none = (pausedUntilMs: number | null = null): Pause => ({ paused: false, pausedUntilMs });

test.each([
  ['not paused', none(), none()],
  ['an end without a pause', none(NOW + 1), none()],
  ['by hand only', until(null), until(null)],
  ['not over', until(NOW + 1), until(NOW + 1)],
  ['just over', until(NOW), none()],
])('%s', (_, pause, after) => {
  expect(endPauses(contentOf(pause, pause), NOW)).toEqual(contentOf(after, after));
});

test.each([
  ['no pause', none(), none(NOW - 1), null],
  ['the last possible time', none(), until(NOW + 366 * DAY_MS), null],
  ['in the past', none(), until(NOW), 'is in the past'],
  ['too far ahead', none(), until(NOW + 366 * DAY_MS + 1), 'is more than a year ahead'],
  ['over since it was read', until(NOW - 1), until(NOW - 1), null],
  ['moved into the past', until(NOW + 1), until(NOW - 1), 'is in the past'],
])('the end of a new pause: %s', (_, before, pause, message) => {
  expect(findPauseProblem(contentOf(before, none()), contentOf(pause, none()), NOW)?.message ?? null).toBe(message);
  const problem = findPauseProblem(contentOf(none(), before), contentOf(none(), pause), NOW);
  expect(problem).toEqual(message === null ? null : { path: 'endpoints.0.pausedUntilMs', message });
});
