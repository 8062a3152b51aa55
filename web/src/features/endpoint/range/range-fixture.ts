import type { HistoryPoint, RangeTotals } from '@farwatch/core/contracts/api/history';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';

/** A day that was up throughout, with these changes. */
export function totals(changes: Partial<RangeTotals> = {}): RangeTotals {
  return {
    uptime: 100,
    coverage: 1,
    knownSec: DAY_MS / SECOND_MS,
    downtimeSec: 0,
    slowTimeSec: 0,
    unknownSec: 0,
    maintenanceSec: 0,
    pausedSec: 0,
    outages: 0,
    mttrSec: null,
    mtbfSec: null,
    checks: 144,
    failures: 0,
    p50Ms: 100,
    p95Ms: 180,
    p99Ms: 240,
    ...changes,
  };
}

/** Points of that length one after the other, the first from `fromMs`. */
export function points(fromMs: number, lengthMs: number, all: readonly Partial<HistoryPoint>[]): HistoryPoint[] {
  return all.map((changes, index) => ({
    ...totals({ knownSec: lengthMs / SECOND_MS }),
    from: new Date(fromMs + index * lengthMs).toISOString(),
    to: new Date(fromMs + (index + 1) * lengthMs).toISOString(),
    phases: { dnsMs: 10, connectMs: 20, tlsMs: 30, firstByteMs: 35, bodyMs: 5 },
    locations: [],
    ...changes,
  }));
}
