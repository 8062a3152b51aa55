import type { Monitor } from '../../documents/monitor.ts';
import type { PageSteps } from '../../documents/snapshot.ts';
import { type Step, timeSums } from '../../values/history/levels.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import type { PageComponent } from '../../values/status-page/page-fields.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../values/time.ts';
import { addSteps, endpointSteps } from '../history/endpoint-steps.ts';
import { endpointHistories } from '../status/monitor-history.ts';

/** The ranges of the uptimes that pages show, in days up to now. */
export const SHOWN_DAYS = { hours24: 1, days7: 7, days30: 30, days90: STATUS_PAGE.days } as const;

/** How long a snapshot stays exact: it is built once a day, and a little later now and then. */
const EXACT_MS = 36 * HOUR_MS;
/** How far ahead planned maintenance is known. */
const AHEAD_MS = 2 * DAY_MS;
/** More steps become averages, so that a hundred components that flap fit into a document. */
const MOST = { leaving: { steps: 18, averagedMs: 2 * HOUR_MS }, recent: { steps: 60, averagedMs: HOUR_MS } };

/**
 * Returns the steps to store of a component: exact from `recentMs` on and where a shown range starts until the next
 * build, averages between, which have the same sums.
 */
export function storedSteps(
  steps: readonly Step[],
  { recentMs, nowMs }: { recentMs: number; nowMs: number },
): PageSteps {
  const starts = Object.values(SHOWN_DAYS)
    .map((days) => nowMs - days * DAY_MS)
    .filter((atMs) => atMs < recentMs)
    .sort((a, b) => a - b);
  const past = starts.flatMap((fromMs, index) => {
    const leftMs = Math.min(fromMs + EXACT_MS, recentMs);
    const leaving = limited(cut(steps, { fromMs, toMs: leftMs }), MOST.leaving, leftMs);
    return [...leaving, ...average(steps, { fromMs: leftMs, toMs: starts[index + 1] ?? recentMs })];
  });
  return inColumns([
    ...past,
    ...limited(cut(steps, { fromMs: recentMs, toMs: Number.POSITIVE_INFINITY }), MOST.recent, nowMs),
  ]);
}

/** Returns stored steps with those of the last 24 h, and of what is planned, from the monitor's document. */
export function continuedSteps(
  stored: PageSteps,
  monitor: Monitor,
  component: Pick<PageComponent, 'endpointId'>,
  nowMs: number,
): PageSteps {
  const fromMs = nowMs - DAY_MS;
  const before = stepsOf(stored).filter(({ atMs }) => atMs < fromMs);
  const recentAt = before.findIndex(({ atMs }) => atMs >= fromMs - EXACT_MS);
  const [past, recent] = recentAt < 0 ? [before, []] : [before.slice(0, recentAt), before.slice(recentAt)];
  const live = liveSteps(monitor, component, fromMs, nowMs);
  return inColumns([...past, ...limited([...recent, ...live], MOST.recent, nowMs)]);
}

/** Returns the steps of a component since a time in the last 24 h, and of planned maintenance, by the monitor's document. */
export function liveSteps(
  monitor: Monitor,
  { endpointId }: Pick<PageComponent, 'endpointId'>,
  fromMs: number,
  nowMs: number,
): Step[] {
  const histories = [...endpointHistories(monitor)].filter(([id]) => endpointId === null || id === endpointId);
  return addSteps(histories.map(([, history]) => endpointSteps(history, { fromMs, toMs: nowMs + AHEAD_MS })));
}

/** Returns stored steps as those that uptimes are measured from. What is neither up nor down counts as no data. */
export function stepsOf({ atMs, up, down, other }: PageSteps): Step[] {
  return atMs.map((each, index) => ({
    atMs: each,
    counts: [up[index] ?? 0, down[index] ?? 0, other[index] ?? 0, 0, 0, 0],
    running: 0,
    started: 0,
  }));
}

function inColumns(steps: readonly Step[]): PageSteps {
  const rows = steps.map(({ atMs, counts: [up = 0, down = 0, ...others] }) => ({
    atMs,
    up,
    down,
    other: others.reduce((sum, each) => sum + each, 0),
  }));
  const changes = rows.filter(({ up, down, other }, index) => {
    const before = rows[index - 1];
    return before?.up !== up || before.down !== down || before.other !== other;
  });
  return {
    atMs: changes.map(({ atMs }) => atMs),
    up: changes.map(({ up }) => up),
    down: changes.map(({ down }) => down),
    other: changes.map(({ other }) => other),
  };
}

/** The steps of a range; that which is current at its start starts with it. */
function cut(steps: readonly Step[], { fromMs, toMs }: Range): Step[] {
  const first = Math.max(
    0,
    steps.findLastIndex(({ atMs }) => atMs <= fromMs),
  );
  const within = steps.slice(first).filter(({ atMs }) => atMs < toMs);
  return within.map((step) => (step.atMs < fromMs ? { ...step, atMs: fromMs } : step));
}

/** The steps as they are, or averages if there are too many. `endMs`: when the last one that happened ends. */
function limited(steps: readonly Step[], most: { steps: number; averagedMs: number }, endMs: number): readonly Step[] {
  const [first] = steps;
  if (!first || steps.length <= most.steps) return steps;
  const averages: Step[] = [];
  for (let fromMs = first.atMs; fromMs < endMs; ) {
    const toMs = Math.min(endMs, (Math.floor(fromMs / most.averagedMs) + 1) * most.averagedMs);
    averages.push(...average(steps, { fromMs, toMs }));
    fromMs = toMs;
  }
  return [...averages, ...cut(steps, { fromMs: endMs, toMs: Number.POSITIVE_INFINITY })];
}

/** One step with the same sums as those of a range, which may start before the first one; none if the range is empty. */
function average(steps: readonly Step[], { fromMs, toMs }: Range): Step[] {
  const [first] = steps;
  const startMs = Math.max(fromMs, first?.atMs ?? toMs);
  if (startMs >= toMs) return [];
  const { seconds } = timeSums(steps, { fromMs: startMs, toMs });
  const lengthSec = Math.floor(toMs / SECOND_MS) - Math.floor(startMs / SECOND_MS);
  const counts = seconds.map((sec) => (lengthSec === 0 ? 0 : sec / lengthSec));
  return [{ atMs: startMs, counts, running: 0, started: 0 }];
}
