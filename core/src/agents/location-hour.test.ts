import { expect, it } from 'vitest';
import { LONG_AGO, NOW } from '../testing/samples.ts';
import { HOUR_MS, hourStart, WINDOW_MS } from '../time.ts';
import { type AgentPresence, locationHour } from './location-hour.ts';
import { markPresent, type Presence } from './presence.ts';

const HOUR = hourStart(NOW) - HOUR_MS;

/** An agent with check-ins in these of the hour's six slots. */
function agent(slots: number[], activatedAt: number | null = LONG_AGO): AgentPresence {
  const presence = slots.reduce<Presence | null>((sum, slot) => markPresent(sum, HOUR + slot * WINDOW_MS), null);
  return { presence, activatedAt };
}

const ALL = [0, 1, 2, 3, 4, 5];

it.each<{ rule: string; agents: AgentPresence[]; hour: object | null }>([
  { rule: 'no agents', agents: [], hour: null },
  { rule: 'never activated', agents: [agent([], null)], hour: null },
  { rule: 'there all the time', agents: [agent(ALL)], hour: { status: 'UP', availability: 100 } },
  { rule: 'never there', agents: [agent([])], hour: { status: 'DOWN', availability: 0 } },
  { rule: 'half there', agents: [agent([0, 1, 2])], hour: { status: 'PARTIAL', availability: 50 } },
  { rule: 'one of two silent', agents: [agent(ALL), agent([])], hour: { status: 'PARTIAL', availability: 50 } },
  {
    rule: 'one joined in its last ten minutes: only those count of it',
    agents: [agent([5], HOUR + 5 * WINDOW_MS)],
    hour: { status: 'UP', availability: 100 },
  },
])('a location’s hour: $rule (design 5)', ({ agents, hour }) => {
  expect(locationHour(agents, HOUR, NOW)).toEqual(hour);
});

it('of the running hour only the slots that have ended count, and a future hour is not known', () => {
  const running = hourStart(NOW);
  const presence = [0, 1, 2].reduce<Presence | null>((sum, slot) => markPresent(sum, running + slot * WINDOW_MS), null);
  const agents = [{ presence, activatedAt: LONG_AGO }];
  expect(locationHour(agents, running, NOW)).toEqual({ status: 'UP', availability: 100 });
  expect(locationHour(agents, running + HOUR_MS, NOW)).toBeNull();
});
