import { describe, expect, it } from 'vitest';
import { checkBudget, type PlannedMonitor, plannedChecks } from './check-budget.ts';

const monitor = (change: Partial<PlannedMonitor>): PlannedMonitor => {
  return { intervalSec: 30, paused: false, locations: ['tw'], endpoints: 10, ...change };
};

describe('plannedChecks', () => {
  it('counts by location, without paused monitors, and rounds up', () => {
    const monitors = [
      monitor({ locations: ['tw', 'bd'] }),
      monitor({ intervalSec: null, endpoints: 1 }),
      monitor({ paused: true }),
    ];
    const planned = plannedChecks(monitors, 15);
    expect(planned.get('tw')).toBe(201);
    expect(planned.get('bd')).toBe(200);
    expect(planned.get('th')).toBe(0);
  });
});

describe('checkBudget', () => {
  it.each([
    { endpoints: 80, intervalSec: 30, others: [], used: 1600, possible: 100, possibleSec: 30 },
    { endpoints: 80, intervalSec: null, others: [], used: 80, possible: 100, possibleSec: 30 },
    {
      endpoints: 80,
      intervalSec: 60,
      others: [monitor({ endpoints: 50 })],
      used: 1800,
      possible: 100,
      possibleSec: 60,
    },
    { endpoints: 80, intervalSec: 30, others: [monitor({ endpoints: 50 })], used: 2600, possible: 50, possibleSec: 30 },
    {
      endpoints: 80,
      intervalSec: 30,
      others: [monitor({ endpoints: 150, locations: ['bd'] })],
      used: 1600,
      possible: 100,
      possibleSec: 30,
    },
  ])('$endpoints endpoints every $intervalSec s use $used', ({ endpoints, intervalSec, others, ...expected }) => {
    expect(checkBudget(monitor({ endpoints, intervalSec }), others, 10, 30)).toEqual({ max: 2000, ...expected });
  });
});
