import { expect, it } from 'vitest';
import { channelSample } from '../channel-list/channel-sample.ts';
import { delaysToChoose, escalationSteps, isEscalation, nextDelay } from './steps.ts';

const after = (id: string, delayMin: number) =>
  channelSample({ id, timing: { delayMin, quietHours: null, reminderMin: null } });
const channels = [after('late', 20), after('a', 0), after('b', 0)];

it('steps are the delays of the channels in time', () => {
  const steps = escalationSteps(channels).map((step) => [step.delayMin, step.channels.map(({ id }) => id)]);
  expect(steps).toEqual([
    [0, ['a', 'b']],
    [20, ['late']],
  ]);
  expect(delaysToChoose(channels)).toEqual([0, 5, 10, 15, 20, 30, 60]);
});

it('a new step comes after the others, within a day', () => {
  expect([nextDelay([]), nextDelay(channels), nextDelay([after('a', 1000)])]).toEqual([5, 30, 1440]);
});

it('one channel without a delay is no escalation', () => {
  expect([[], [after('a', 0)], [after('a', 5)], channels].map(isEscalation)).toEqual([false, false, true, true]);
});
