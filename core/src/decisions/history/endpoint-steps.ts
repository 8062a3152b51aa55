import { countsOf, type Step } from '../../values/history/levels.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { DAY_MS } from '../../values/time.ts';
import { mayContinueOutage } from '../../values/transition.ts';
import { type Span, type StatusHistory, statusSpans } from '../status/spans.ts';

/** How far back the status history of every endpoint is read before a time. Few outages need more (`isOutageUnknown`). */
export const LOOKBACK_MS = DAY_MS;
/** How much further back the start of such an outage is looked for. */
export const OUTAGE_LOOKBACK_MS = 30 * DAY_MS;

/**
 * Returns an endpoint's steps over a range from its status history, which reaches back by LOOKBACK_MS more, or to the
 * start of an outage that may run at the start of the range. Steps start with the range, or with the endpoint's creation.
 */
export function endpointSteps(history: StatusHistory, { fromMs, toMs }: Range): Step[] {
  const sinceMs = startOfHistory(history, fromMs);
  const watched = statusSpans({ ...history, maintenance: [] }, sinceMs, toMs);
  const steps: Step[] = [];
  let isRunning = false;
  let index = 0;
  for (const span of statusSpans(history, sinceMs, toMs)) {
    while ((watched[index]?.toMs ?? toMs) <= span.fromMs && index < watched.length - 1) index += 1;
    const wasRunning = isRunning;
    isRunning = isOutage(span, watched[index]?.status ?? 'unknown', wasRunning);
    const isWhole = span.status === 'down' && span.fromMs === watched[index]?.fromMs;
    const started = (isWhole ? span.outages : undefined) ?? (isRunning && !wasRunning ? 1 : 0);
    // In maintenance it counts as neither.
    const slow = span.status === 'up' && span.slow ? { slow: 1 } : {};
    steps.push({ atMs: span.fromMs, counts: countsOf(span.status), running: isRunning ? 1 : 0, started, ...slow });
  }
  return withoutRepeats(clipStart(steps, fromMs));
}

/** The oldest transition tells the status that it changed from only of the time before it. */
function startOfHistory({ transitions }: StatusHistory, fromMs: number): number {
  return transitions.reduce((first, { at }) => Math.min(first, at - 1), fromMs - LOOKBACK_MS);
}

/**
 * Whether it takes older status changes to tell if an outage runs at `fromMs`: all that is known before has been unknown,
 * or down in maintenance.
 */
export function isOutageUnknown(history: StatusHistory, fromMs: number): boolean {
  const sinceMs = startOfHistory(history, fromMs);
  if (history.createdAt >= sinceMs) return false;
  const watched = statusSpans({ ...history, maintenance: [] }, sinceMs, fromMs);
  const isDown = statusSpans(history, sinceMs, fromMs).some(({ status }) => status === 'down');
  return !isDown && watched.every(({ status }) => mayContinueOutage(status));
}

/**
 * Whether an outage runs in a span (docs/status.md, Outages): it starts down outside of maintenance, and continues while
 * the endpoint is unknown, or down in maintenance. `watched`: the status without regard to maintenance.
 */
function isOutage(span: Span, watched: Span['status'], wasRunning: boolean): boolean {
  if (watched === 'down') return wasRunning || span.status !== 'maintenance';
  return watched === 'unknown' && wasRunning;
}

/** The steps from a time on; that which is current then starts with it. */
function clipStart(steps: readonly Step[], fromMs: number): Step[] {
  const first = steps.findLastIndex(({ atMs }) => atMs <= fromMs);
  return steps
    .slice(Math.max(0, first))
    .map((step) => (step.atMs < fromMs ? { ...step, atMs: fromMs, started: 0 } : step));
}

function withoutRepeats(steps: readonly Step[]): Step[] {
  return steps.filter((step, index) => {
    const before = steps[index - 1];
    if (before?.counts.join() !== step.counts.join() || before.running !== step.running) return true;
    return step.started > 0 || (before.slow ?? 0) !== (step.slow ?? 0);
  });
}

/** Adds up the steps of several endpoints. */
export function addSteps(all: readonly (readonly Step[])[]): Step[] {
  const changes = all.flatMap((steps) => steps.map((step, index) => changeOf(step, steps[index - 1])));
  const sums: Step[] = [];
  for (const { atMs, counts, running, started, slow: slowChange = 0 } of changes.sort((a, b) => a.atMs - b.atMs)) {
    const last = sums.at(-1);
    const slow = (last?.slow ?? 0) + slowChange;
    const next = {
      atMs,
      counts: counts.map((change, status) => (last?.counts[status] ?? 0) + change),
      running: (last?.running ?? 0) + running,
      started: started + (last?.atMs === atMs ? last.started : 0),
      ...(slow > 0 && { slow }),
    };
    if (last?.atMs === atMs) sums[sums.length - 1] = next;
    else sums.push(next);
  }
  return withoutRepeats(sums);
}

function changeOf(step: Step, before: Step | undefined): Step {
  const counts = step.counts.map((count, status) => count - (before?.counts[status] ?? 0));
  const slow = (step.slow ?? 0) - (before?.slow ?? 0);
  return { ...step, counts, slow, running: step.running - (before?.running ?? 0) };
}
