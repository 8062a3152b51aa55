import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

test('dead names beside healthy sites: nothing healthy fails, and all that is down is found', async () => {
  const watched = { endpoints: 60, deadPercent: 10, intervalSec: 1 };
  const some = { ...watched, fault: 'none', faultSec: 0, isBrief: true } as const;
  const result = await runScenario(some);
  expect(result).toMatchObject({ healthyCalledDown: 0, healthyFailed: 0, deadCalledUp: 0, wrongAtEnd: 0 });
  expect(result.outagesFound).toBe(result.outages);
  expect(result.checks).toBeGreaterThan(200);
});
