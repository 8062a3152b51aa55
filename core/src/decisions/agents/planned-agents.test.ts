import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { type PresentAgent, plannedAgents } from './planned-agents.ts';

const agent = (id: string, changes: Partial<PresentAgent> = {}): PresentAgent => ({
  id,
  registered: true,
  lastReportAt: NOW - MINUTE_MS,
  abstainingSince: null,
  ...changes,
});
const abstaining = (minutes: number) => ({ abstainingSince: NOW - minutes * MINUTE_MS });

describe('who counts as active in a plan', () => {
  it.each<{ rule: string; agents: PresentAgent[]; active: string[] }>([
    { rule: 'who has reported lately', agents: [agent('a'), agent('b')], active: ['a', 'b'] },
    {
      rule: 'not who is silent',
      agents: [agent('a', { lastReportAt: NOW - 5 * MINUTE_MS }), agent('b')],
      active: ['b'],
    },
    { rule: 'not who joined and is yet to report', agents: [agent('a', { lastReportAt: null })], active: [] },
    {
      rule: 'who has abstained for less than five minutes',
      agents: [agent('a', abstaining(4)), agent('b')],
      active: ['a', 'b'],
    },
    {
      rule: 'not who has for five, beside one that is well',
      agents: [agent('a', abstaining(5)), agent('b')],
      active: ['b'],
    },
    { rule: 'who has, alone', agents: [agent('a', abstaining(50))], active: ['a'] },
    {
      rule: 'who has, beside one that does as well',
      agents: [agent('a', abstaining(50)), agent('b', abstaining(1))],
      active: ['a', 'b'],
    },
    {
      rule: 'who has, beside one that is well but silent',
      agents: [agent('a', abstaining(50)), agent('b', { lastReportAt: NOW - 6 * MINUTE_MS })],
      active: ['a'],
    },
  ])('$rule', ({ agents, active }) => {
    expect(plannedAgents(agents, NOW).flatMap((each) => (each.active ? [each.id] : []))).toEqual(active);
  });
});
