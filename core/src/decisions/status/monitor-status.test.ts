import { expect, it } from 'vitest';
import type { EndpointStatus } from '../../values/status.ts';
import { monitorStatus } from './monitor-status.ts';

it.each<{ rule: string; statuses: EndpointStatus[]; monitor: string }>([
  { rule: 'no endpoints', statuses: [], monitor: 'UNKNOWN' },
  { rule: 'one up', statuses: ['up'], monitor: 'UP' },
  { rule: 'any down among many up', statuses: ['up', 'up', 'down', 'up'], monitor: 'DOWN' },
  { rule: 'down beside pending and unknown', statuses: ['pending', 'unknown', 'down'], monitor: 'DOWN' },
  { rule: 'one up, the rest not known', statuses: ['pending', 'unknown', 'up'], monitor: 'UP' },
  { rule: 'all pending', statuses: ['pending', 'pending'], monitor: 'UNKNOWN' },
  { rule: 'all unknown', statuses: ['unknown'], monitor: 'UNKNOWN' },
])('$rule: $monitor', ({ statuses, monitor }) => {
  expect(monitorStatus(statuses)).toBe(monitor);
});
