import { Temporal } from 'temporal-polyfill';
import type { Maintenance, MaintenanceFields, Occurrence, Planned } from '../../documents/maintenance.ts';
import { MAINTENANCE } from '../../values/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';
import { type LocalRule, localRule, type RuleProblem, ruleProblem } from './rule.ts';

/** When a window takes place, with its stored starts if it has any. */
type Schedule = Pick<MaintenanceFields, 'start' | 'timeZone' | 'durationMin' | 'rule'> &
  Partial<Pick<Maintenance, 'planned'>>;
/** A window's schedule with what was ended early, extended or cancelled. */
type WithEndings = Schedule & Pick<Maintenance, 'endings'>;
/** `endsAt` is no longer part of it. */
export type Period = Pick<Occurrence, 'startsAt' | 'endsAt'>;

const LONGEST_MS = MAINTENANCE.longestMin * MINUTE_MS;

/**
 * The occurrences of a window that overlap a time, the earliest first (docs/maintenance.md, Occurrences); none if its
 * rule is invalid.
 */
export function occurrencesOf(window: WithEndings, fromMs: number, toMs: number): Period[] {
  return plannedStarts(window, fromMs - LONGEST_MS, toMs)
    .map((startsAt) => ({ startsAt, endsAt: window.endings[startsAt] ?? plannedEnd(window, startsAt) }))
    .filter(({ startsAt, endsAt }) => endsAt > startsAt && endsAt > fromMs && startsAt < toMs);
}

/** When an occurrence ends that starts at `startsAt`, unless it was ended early or extended. */
export function plannedEnd({ durationMin }: Schedule, startsAt: number): number {
  return startsAt + durationMin * MINUTE_MS;
}

/** Whether an occurrence is planned to start at this time, even if it was cancelled. */
export function isPlannedStart(window: Schedule, atMs: number): boolean {
  return plannedStarts(window, atMs, atMs).includes(atMs);
}

/** Starts that a new window may have. From older ones rules with a count would take long to expand. */
const START = { longestAgoMs: 400 * DAY_MS, furthestAheadMs: 5 * 366 * DAY_MS };

/** Whether a window's first day is not too long ago, nor too far ahead. */
export function isNearStart(window: Schedule, nowMs: number): boolean {
  const startMs = localStart(window);
  return startMs > nowMs - START.longestAgoMs && startMs < nowMs + START.furthestAheadMs;
}

/**
 * What is wrong with a schedule; null if nothing: its rule, that it never takes place, or that it would take place too
 * often in the days that monitors know, or without a gap.
 */
export function scheduleProblem(window: Schedule): RuleProblem | null {
  const problem = window.rule === null ? null : ruleProblem(window.rule);
  if (problem) return problem;
  if (window.rule !== null && isSlow(window.rule)) return 'bad_rule';
  const firstMs = localRuleOf(window)?.first(localStart(window)) ?? null;
  if (firstMs === null) return 'bad_rule';
  const startsAt = instantOf(firstMs, window.timeZone);
  const starts = plannedStarts(window, startsAt, startsAt + MAINTENANCE.keptMs + MAINTENANCE.aheadMs);
  const isEndless = starts.some((at, index) => (starts[index + 1] ?? Infinity) <= plannedEnd(window, at));
  return isEndless || starts.length > MAINTENANCE.occurrencesPerMonitor ? 'too_many_occurrences' : null;
}

/** What RFC 5545 defines only for longer periods, or is of no use on a day; such rules take seconds to expand. */
function isSlow(rule: string): boolean {
  return /FREQ=DAILY/.test(rule)
    ? /BYSETPOS|BYYEARDAY|BYWEEKNO/.test(rule)
    : /BYWEEKNO/.test(rule) && !/YEARLY/.test(rule);
}

/**
 * The planned starts that a window stores, so that its rule is not expanded again for some weeks; null if it takes
 * place once. The last one is that after this time, however far ahead, so that a rule that rarely takes place is not
 * expanded to find it.
 */
export function planStarts(window: Schedule, nowMs: number): Planned | null {
  if (window.rule === null) return null;
  const schedule = { ...window, planned: null };
  const fromMs = nowMs - MAINTENANCE.plannedBackMs;
  const untilMs = nowMs + MAINTENANCE.listedMs + MAINTENANCE.plannedSpareMs;
  const next = nextStart(schedule, untilMs + 1);
  const starts = plannedStarts(schedule, fromMs, untilMs);
  return { fromMs, toMs: next, starts: next === null ? starts : [...starts, next] };
}

/** Whether the stored starts of a window suffice for everything that is read of it now. */
export function isPlanned({ rule, planned }: Pick<Maintenance, 'rule' | 'planned'>, nowMs: number): boolean {
  return rule === null || (planned !== null && (planned.toMs ?? Infinity) >= nowMs + MAINTENANCE.listedMs);
}

/** The first planned start at or after a time, epoch ms; null if there is none. */
export function nextStart(window: Schedule, fromMs: number): number | null {
  const { planned } = window;
  if (!planned || fromMs < planned.fromMs) return expandNext(window, fromMs);
  const stored = planned.starts.find((at) => at >= fromMs);
  if (stored !== undefined || planned.toMs === null) return stored ?? null;
  return expandNext(window, Math.max(fromMs, planned.toMs + 1));
}

function expandNext(window: Schedule, fromMs: number): number | null {
  const rule = localRuleOf(window);
  let local = rule?.first(fromMs - DAY_MS) ?? null;
  while (rule && local !== null) {
    const startsAt = instantOf(local, window.timeZone);
    if (startsAt >= fromMs) return startsAt;
    local = rule.first(local + 1);
  }
  return null;
}

/** Planned starts in a time, both ends included. Two of them may be the same where a clock skips an hour. */
function plannedStarts(window: Schedule, fromMs: number, toMs: number): number[] {
  const { planned } = window;
  const isStored = planned && planned.fromMs <= fromMs && (planned.toMs ?? Infinity) >= toMs;
  if (isStored) return planned.starts.filter((at) => at >= fromMs && at <= toMs);
  // Local time differs from UTC by less than a day.
  const local = localRuleOf(window)?.between(fromMs - DAY_MS, toMs + DAY_MS) ?? [];
  const starts = local.map((each) => instantOf(each, window.timeZone));
  return [...new Set(starts)].filter((at) => at >= fromMs && at <= toMs).sort((a, b) => a - b);
}

function localRuleOf(window: Schedule): LocalRule | null {
  const startMs = localStart(window);
  if (window.rule !== null) return localRule(window.rule, startMs, window.timeZone);
  return {
    between: (from, to) => (startMs >= from && startMs <= to ? [startMs] : []),
    first: (from) => (startMs >= from ? startMs : null),
  };
}

function localStart({ start }: Schedule): number {
  return Date.parse(`${start}Z`);
}

/** A local time that the clock skips is later by the gap; of one that occurs twice it is the first. */
function instantOf(localMs: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime();
  return local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}
