import type { RangeTotals } from '@farwatch/core/contracts/api/history';
import { floorTo } from '@farwatch/core/values/floor-to';

/** A metric compared with the range before. */
export type Change = {
  direction: 'better' | 'worse' | 'same';
  isMore: boolean;
  /** Percentage points, outages, or seconds. */
  by: number;
};

/** The change of each metric; null if there is nothing to compare it with. */
export type Changes = Record<'uptime' | 'downtime' | 'outages' | 'mttr' | 'mtbf', Change | null>;

/** Sums of a time that is known much less would look better. */
const LEAST_KNOWN = 0.9;

/** Compares a range with the one before it. `before` is null if nothing is known about that one. */
export function compareTotals(now: RangeTotals, before: RangeTotals | null): Changes {
  const isAsLong = before !== null && before.knownSec >= LEAST_KNOWN * now.knownSec && now.uptime !== null;
  const compare = (pick: (totals: RangeTotals) => number | null, isMoreBetter: boolean) =>
    change(pick(now), before && pick(before), isMoreBetter);
  return {
    uptime: compare(({ uptime }) => uptime && shownPercent(uptime), true),
    downtime: isAsLong ? compare((totals) => totals.downtimeSec, false) : null,
    outages: isAsLong ? compare((totals) => totals.outages, false) : null,
    mttr: compare((totals) => totals.mttrSec, false),
    mtbf: compare((totals) => totals.mtbfSec, true),
  };
}

/** Rounds as percent() does, so that a difference is that of the two percentages shown. */
function shownPercent(uptime: number): number {
  return floorTo(uptime, 2);
}

function change(now: number | null, before: number | null, isMoreBetter: boolean): Change | null {
  if (now === null || before === null) return null;
  const by = Math.abs(now - before);
  if (by < 0.005) return { direction: 'same', isMore: false, by: 0 };
  const isMore = now > before;
  return { direction: isMore === isMoreBetter ? 'better' : 'worse', isMore, by };
}
