import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

test('dead names beside healthy sites: nothing healthy fails, and all that is down is found', async () => {
  const some = { endpoints: 100, deadPercent: 10, fault: 'none', faultSec: 0, intervalSec: 1 } as const;
  const judged = await runScenario(some);
  expect(judged).toMatchObject({ healthyCalledDown: 0, healthyFailed: 0, deadCalledUp: 0, wrongAtEnd: 0 });
  expect(judged.outagesFound).toBe(judged.outages);
  expect(judged.checks).toBeGreaterThan(200);
});
