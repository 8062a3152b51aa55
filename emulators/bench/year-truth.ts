import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { checksIn } from '../src/seed/hours.ts';
import type { DemoEndpoint } from '../src/seed/scenario-table.ts';

type Range = { fromMs: number; toMs: number };

/** Each location notices an outage and its end a little later, and most of them must. */
const NOTICED_WITHIN_SEC = 2;
/** What percentiles may be off. */
const TOLERANCE = 0.05;

/** How long endpoints were down in a range by their outages that most locations saw, and how far that may be off. */
export function trueDowntime(endpoints: readonly DemoEndpoint[], { fromMs, toMs }: Range, nowMs: number) {
  const lengths = endpoints.flatMap(({ outages }) =>
    outages.flatMap(({ hoursAgo, minutes, locations }) => {
      const startMs = nowMs - hoursAgo * HOUR_MS;
      const endMs = startMs + (minutes ?? 0) * MINUTE_MS;
      const lengthMs = Math.min(endMs, toMs) - Math.max(startMs, fromMs);
      return lengthMs > 0 && locations.length * 2 > LOCATION_CODES.length ? lengthMs / SECOND_MS : [];
    }),
  );
  return {
    outages: lengths.length,
    sec: lengths.reduce((sum, length) => sum + length, 0),
    toleranceSec: NOTICED_WITHIN_SEC * lengths.length,
  };
}

/** Throws unless the downtime is the true one. */
export function expectDowntime(
  what: string,
  answered: { downtimeSec: number; outages: number },
  truth: ReturnType<typeof trueDowntime>,
): void {
  const isRight =
    answered.outages === truth.outages && Math.abs(answered.downtimeSec - truth.sec) <= truth.toleranceSec;
  if (!isRight)
    throw new Error(
      `${what}: ${answered.downtimeSec} s in ${answered.outages}, not ${truth.sec} s in ${truth.outages}`,
    );
}

type Answered = { checks: number; failures: number; p50Ms: number | null; p95Ms: number | null; p99Ms: number | null };

/** Throws unless the numbers are those of the checks that were generated for a range of whole hours. */
export function expectResponseTimes(endpoint: DemoEndpoint, range: Range, answered: Answered, nowMs: number): void {
  const hours = Array.from(
    { length: (range.toMs - range.fromMs) / HOUR_MS },
    (_, hour) => range.fromMs + hour * HOUR_MS,
  );
  const checks = hours.flatMap((hourAt) =>
    LOCATION_CODES.flatMap((location) => checksIn(endpoint, location, hourAt, nowMs)),
  );
  const sorted = checks.flatMap(({ ms, error }) => (error === null ? ms : [])).sort((a, b) => a - b);
  const failures = checks.length - sorted.length;
  if (answered.checks !== checks.length || answered.failures !== failures)
    throw new Error(`${endpoint.id}: ${answered.failures} of ${answered.checks}, not ${failures} of ${checks.length}`);
  for (const [percent, ms] of [
    [50, answered.p50Ms] as const,
    [95, answered.p95Ms] as const,
    [99, answered.p99Ms] as const,
  ]) {
    const exact = sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
    if (ms === null || Math.abs(ms - exact) > TOLERANCE * exact)
      throw new Error(`${endpoint.id}: p${percent} is ${ms} ms, not ${exact} ms`);
  }
}
