import { unpackChecks } from '@farwatch/core/values/pack';
import { hourStart } from '@farwatch/core/values/time';
import type { HistoryAnswer } from '../history-answers.ts';
import type { World } from '../world.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

type Check = { at: number; ms: number; error: string | null };
type Metrics = HistoryAnswer['answer']['totals'];

/** How many successful checks each percentile needs, and how far it may be off. */
const PERCENTILES = [
  { name: 'p50Ms', percent: 50, least: 1 },
  { name: 'p95Ms', percent: 95, least: 20 },
  { name: 'p99Ms', percent: 99, least: 100 },
] as const;
const TOLERANCE = 0.05;

/** The checks of whole hours are counted exactly, and their percentiles are within 5 % of those that arrived. */
export function checkResponseTimes(world: World): Finding[] {
  const all = arrivedChecks(world);
  return world.histories.flatMap((each): Finding[] => {
    const { of, id, fromMs, toMs, answer } = each;
    const isWhole = [fromMs, toMs].every((ms) => hourStart(ms) === ms);
    if (of !== 'endpoint' || !isWhole) return [];
    const checks = (all.get(id) ?? []).filter(({ at }) => at >= fromMs && at < toMs);
    const where = `${id} from ${formatTime(fromMs)} to ${formatTime(toMs)}`;
    const failures = checks.filter(({ error }) => error !== null).length;
    const { totals } = answer;
    const isCounted = totals.checks === checks.length && totals.failures === failures;
    const counted = `${totals.failures} of ${totals.checks} failed, not ${failures} of ${checks.length}`;
    return [
      ...(isCounted ? [] : [{ rule: 'the history counts all checks', what: `${where}: ${counted}` }]),
      ...wrongPercentiles(totals, checks).map((what) => ({
        rule: 'percentiles are within 5 %',
        what: `${where}: ${what}`,
      })),
    ];
  });
}

function wrongPercentiles(totals: Metrics, checks: readonly Check[]): string[] {
  const sorted = checks.flatMap(({ ms, error }) => (error === null ? ms : [])).sort((a, b) => a - b);
  return PERCENTILES.flatMap(({ name, percent, least }) => {
    const answered = totals[name];
    if (sorted.length < least) return answered === null ? [] : [`${name} of ${sorted.length} checks`];
    const rank = (percent / 100) * sorted.length;
    // Between two checks either may be the percentile.
    const low = sorted[Math.max(0, Math.ceil(rank) - 1)] ?? 0;
    const high = sorted[Math.min(sorted.length - 1, Math.floor(rank))] ?? 0;
    const isRight = answered !== null && answered >= low * (1 - TOLERANCE) && answered <= high * (1 + TOLERANCE);
    return isRight ? [] : [`${name} is ${answered}, not ${low} to ${high}`];
  });
}

/** The raw checks of each endpoint that the server has, which are all (raw-checks.ts). */
function arrivedChecks(world: World): Map<string, Check[]> {
  const found = new Map<string, Check[]>();
  for (const { windowAt, checks } of documentsOf(world, 'windows').values()) {
    for (const packed of Object.values(checks).flatMap((reports) => Object.values(reports))) {
      for (const { endpoint, at, ms, error } of unpackChecks(packed, windowAt)) {
        const known = found.get(endpoint) ?? [];
        known.push({ at, ms, error });
        found.set(endpoint, known);
      }
    }
  }
  return found;
}
