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

describe('agents that count as active in a plan', () => {
  it.each<{ rule: string; agents: PresentAgent[]; active: string[] }>([
    { rule: 'those that have reported lately', agents: [agent('a'), agent('b')], active: ['a', 'b'] },
    {
      rule: 'not a silent one',
      agents: [agent('a', { lastReportAt: NOW - 5 * MINUTE_MS }), agent('b')],
      active: ['b'],
    },
    { rule: 'not one that is registered without a report', agents: [agent('a', { lastReportAt: null })], active: [] },
    {
      rule: 'one that has abstained for less than five minutes',
      agents: [agent('a', abstaining(4)), agent('b')],
      active: ['a', 'b'],
    },
    {
      rule: 'not one that has for five minutes, while another is healthy',
      agents: [agent('a', abstaining(5)), agent('b')],
      active: ['b'],
    },
    { rule: 'one that has, without others', agents: [agent('a', abstaining(50))], active: ['a'] },
    {
      rule: 'one that has, while the other abstains too',
      agents: [agent('a', abstaining(50)), agent('b', abstaining(1))],
      active: ['a', 'b'],
    },
    {
      rule: 'one that has, while the other is silent',
      agents: [agent('a', abstaining(50)), agent('b', { lastReportAt: NOW - 6 * MINUTE_MS })],
      active: ['a'],
    },
  ])('$rule', ({ agents, active }) => {
    expect(plannedAgents(agents, NOW).flatMap((each) => (each.active ? [each.id] : []))).toEqual(active);
  });
});
