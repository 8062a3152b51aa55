import { useJapan } from '@farwatch/core/testing/sample-location';
import { expect, it } from 'vitest';

// This is one more location: its line in core's table.
useJapan();

it('one more location has a demo agent, a distance and its place in the demo monitors', async () => {
  const { DEMO_AGENTS, DEMO_MONITORS } = await import('./scenario-table.ts');
  const { roundTripMs } = await import('../targets/latency.ts');
  const [tokyo] = DEMO_AGENTS.filter(({ location }) => String(location) === 'jp');
  expect(tokyo).toMatchObject({ id: 'demoAgent_jp', name: 'Japan 1' });
  expect(tokyo && roundTripMs(tokyo.location)).toBeGreaterThan(0);
  expect(DEMO_MONITORS.some(({ locations }) => tokyo && locations.includes(tokyo.location))).toBe(true);
});
