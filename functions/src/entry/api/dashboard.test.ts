import type { Monitor } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample, monitorSample, NOW } from '@farwatch/core/testing/samples';
import type { EndpointStatus } from '@farwatch/core/values/status';
import { HOUR_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { dashboardNumbers } from './dashboard.ts';

function monitor(...statuses: EndpointStatus[]): Monitor {
  const endpoints = statuses.map((status, index) => [`e${index}`, monitorEndpointSample({ status })] as const);
  return monitorSample({ endpoints: Object.fromEntries(endpoints) });
}

const SETTINGS = { intervalMin: 15, lastCheckAt: NOW };
const none = { monitorsUp: 0, monitorsDown: 0, monitorsPending: 0, monitorsUnknown: 0, up: 0 };

describe('dashboardNumbers', () => {
  test('of nothing', () => {
    expect(dashboardNumbers([], { intervalMin: 10, lastCheckAt: null }, NOW)).toEqual({
      incidentStatus: { up: 0, down: 0 },
      last24Hours: { up: '100.00%', down: '0.00%', monitorsUp: 0, monitorsDown: 0 },
      totalMonitors: 0,
      totalEndpoints: 0,
      monitorStatus: none,
      monitorInterval: { mins: 10, lastCheck: null },
    });
  });

  test.each<[string, Monitor, Partial<typeof none>]>([
    ['all up', monitor('up', 'up'), { monitorsUp: 1, up: 1 }],
    ['one down', monitor('up', 'down'), { monitorsDown: 1 }],
    ['never checked', monitor('pending', 'pending'), { monitorsPending: 1 }],
    ['no vote counts', monitor('unknown'), { monitorsUnknown: 1 }],
    ['pending and unknown', monitor('pending', 'unknown'), { monitorsUnknown: 1 }],
    ['up and new', monitor('pending', 'up'), { monitorsUp: 1, up: 1 }],
    ['without endpoints', monitor(), { monitorsUnknown: 1 }],
  ])('a monitor, %s', (_, one, expected) => {
    expect(dashboardNumbers([one], SETTINGS, NOW).monitorStatus).toEqual({ ...none, ...expected });
  });

  test('adds up: endpoints now, time and monitors over 24 h', () => {
    const wasDown = monitorSample({
      endpoints: { a: monitorEndpointSample(), b: monitorEndpointSample({ status: 'down' }) },
      transitions: [
        { at: NOW - 12 * HOUR_MS, from: 'up', to: 'down', locations: ['tw'], endpoint: 'a' },
        { at: NOW - 6 * HOUR_MS, from: 'down', to: 'up', locations: ['tw'], endpoint: 'a' },
        { at: NOW - 6 * HOUR_MS, from: 'up', to: 'down', locations: ['tw'], endpoint: 'b' },
      ],
    });
    expect(dashboardNumbers([wasDown, monitor('up', 'up'), monitor('pending')], SETTINGS, NOW)).toMatchObject({
      incidentStatus: { up: 3, down: 1 },
      last24Hours: { up: '87.50%', down: '12.50%', monitorsUp: 1, monitorsDown: 1 },
      totalMonitors: 3,
      totalEndpoints: 5,
      monitorInterval: { mins: 15, lastCheck: new Date(NOW).toISOString() },
    });
  });
});
