import type { Summary } from '../values/summary/summary.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/time.ts';

const MONDAY = Date.UTC(2026, 10, 15, 16);

/** A week in Taipei with an outage of one of two monitors. */
export function summarySample(changes: Partial<Summary> = {}): Summary {
  return {
    kind: 'weekly',
    timeZone: 'Asia/Taipei',
    firstDay: '2026-11-16',
    lastDay: '2026-11-22',
    fromAt: MONDAY,
    toAt: MONDAY + 7 * DAY_MS,
    totals: { uptime: 99.678, change: -0.3, outages: 1, downtimeMs: 65 * MINUTE_MS },
    monitorCount: 2,
    monitors: [
      {
        id: 'shop',
        name: 'Shop',
        ...{ uptime: 99.3551, change: -0.6, outages: 1, downtimeMs: 65 * MINUTE_MS },
        days: ['up', 'down', 'up', 'up', 'unknown', 'up', 'up'],
      },
      {
        id: 'api',
        name: 'API',
        ...{ uptime: 100, change: 0, outages: 0, downtimeMs: 0 },
        days: ['none', 'none', 'up', 'up', 'up', 'up', 'up'],
      },
    ],
    outages: [
      {
        incidentId: 'i1',
        endpoint: 'Checkout',
        startedAt: MONDAY + 30 * HOUR_MS,
        durationMs: 65 * MINUTE_MS,
        isRunning: false,
      },
    ],
    slower: [{ id: 'api', name: 'API', p95Ms: 810.4, p95BeforeMs: 420 }],
    slow: [{ id: 'api', name: 'API', slowMs: 3 * HOUR_MS }],
    gaps: [{ id: 'shop', name: 'Shop', unknownMs: 24 * HOUR_MS }],
    certificates: [{ incidentId: 'i2', endpoint: 'Checkout', endsAt: MONDAY + 17 * DAY_MS }],
    ...changes,
  };
}

/** A week in which all was well. */
export function quietWeek(): Summary {
  const summary = summarySample();
  const monitors = summary.monitors.slice(1);
  const totals = { uptime: 100, change: 0, outages: 0, downtimeMs: 0 };
  return {
    ...summary,
    totals,
    monitorCount: 1,
    monitors,
    outages: [],
    slower: [],
    slow: [],
    gaps: [],
    certificates: [],
  };
}
