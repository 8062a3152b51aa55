import { SUMMARY } from '../../values/limits.ts';
import {
  SUMMARY_KINDS,
  type SummaryKind,
  type SummaryPlan,
  type SummarySettings,
} from '../../values/summary/summary-plan.ts';
import { dueAtOf, lastPeriod, nextPeriod, periodBefore } from './summary-period.ts';

/** The next summary of a kind, for the period that starts on `firstDay`; it may be due already. */
export type NextSummary = { kind: SummaryKind; firstDay: string; dueAt: number };

/**
 * What comes next: the newest period that is over unless it is done or too late, else the first that is not done. So a
 * missed run sends one summary, and a change of the zone neither repeats nor loses one.
 */
export function nextSummary(kind: SummaryKind, { done, timeZone }: SummaryPlan, nowMs: number): NextSummary {
  const over = lastPeriod(kind, timeZone, nowMs);
  const isTooLate = dueAtOf(kind, over, timeZone) < nowMs - SUMMARY.atMostLateMs;
  const newest = isTooLate ? nextPeriod(kind, over) : over;
  const following = nextPeriod(kind, done[kind]);
  const firstDay = newest > following ? newest : following;
  return { kind, firstDay, dueAt: dueAtOf(kind, firstDay, timeZone) };
}

/** The summaries that are due, the weekly one first. */
export function dueSummaries(plan: SummaryPlan, nowMs: number): NextSummary[] {
  return plannedSummaries(plan, nowMs).filter(({ dueAt }) => dueAt <= nowMs);
}

/** When the next summary is due, epoch ms; null if the account gets none. */
export function summaryDueAt(plan: SummaryPlan, nowMs: number): number | null {
  const times = plannedSummaries(plan, nowMs).map(({ dueAt }) => dueAt);
  return times.length > 0 ? Math.min(...times) : null;
}

/** The plan once the summary of a period was sent or skipped. */
export function planAfter(plan: SummaryPlan, { kind, firstDay }: NextSummary): SummaryPlan {
  return { ...plan, done: { ...plan.done, [kind]: firstDay } };
}

/** The plan of an account that starts now. */
export function newPlan(settings: SummarySettings, nowMs: number): SummaryPlan {
  const done = {
    weekly: lastDuePeriod('weekly', settings.timeZone, nowMs),
    monthly: lastDuePeriod('monthly', settings.timeZone, nowMs),
  };
  return { ...settings, done };
}

/** Returns the plan with other settings. A summary that is switched on starts with the next time that it is due. */
export function changePlan(plan: SummaryPlan, settings: SummarySettings, nowMs: number): SummaryPlan {
  const done = { ...plan.done };
  for (const kind of SUMMARY_KINDS) {
    const last = lastDuePeriod(kind, settings.timeZone, nowMs);
    if (!isOn(plan, kind) && isOn(settings, kind) && last > done[kind]) done[kind] = last;
  }
  return { ...settings, done };
}

function plannedSummaries(plan: SummaryPlan, nowMs: number): NextSummary[] {
  return SUMMARY_KINDS.filter((kind) => isOn(plan, kind)).map((kind) => nextSummary(kind, plan, nowMs));
}

function isOn(settings: SummarySettings, kind: SummaryKind): boolean {
  return settings[kind] && settings.channels.length > 0;
}

/** The newest period whose summary is due already. */
function lastDuePeriod(kind: SummaryKind, timeZone: string, nowMs: number): string {
  const over = lastPeriod(kind, timeZone, nowMs);
  return dueAtOf(kind, over, timeZone) <= nowMs ? over : periodBefore(kind, over);
}
