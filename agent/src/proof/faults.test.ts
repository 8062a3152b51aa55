import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

test('dead names beside healthy sites: nothing healthy fails, and all that is down is found', async () => {
  const watched = { endpoints: 60, deadPercent: 10, intervalSec: 1 };
  const some = { ...watched, fault: 'none', faultSec: 0, isBrief: true } as const;
  const judged = await runScenario(some);
  expect(judged).toMatchObject({ healthyCalledDown: 0, healthyFailed: 0, deadCalledUp: 0, wrongAtEnd: 0 });
  expect(judged.outagesFound).toBe(judged.outages);
  expect(judged.checks).toBeGreaterThan(200);
});
