import type { ComponentHistory } from '@farwatch/core/decisions/status-page/component-days';
import { shownRange } from '@farwatch/core/decisions/status-page/component-days';
import { componentsOf } from '@farwatch/core/decisions/status-page/page-groups';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Page } from '@farwatch/core/documents/page';
import { dayStart } from '@farwatch/core/values/history/levels';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { HISTORY } from '@farwatch/core/values/limits';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { endpoints } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { readEndpointHistory } from '../history/read-endpoint-history.ts';
import { readMonitorHistories } from '../history/read-monitor-histories.ts';

const ENDPOINTS_AT_ONCE = 10;

type Shown = Pick<Page, 'ownerId' | 'groups'>;
type Histories = Map<string, ComponentHistory>;

/**
 * The history of each component of a page by its key, over the days that pages show: two documents for each monitor,
 * seven for each endpoint, however many components show it. `monitors`: the page's, by id; components of others have none.
 */
export async function readHistories(run: Run, page: Shown, monitors: ReadonlyMap<string, Monitor>): Promise<Histories> {
  const range = shownRange(run.nowMs);
  const parts = await Promise.all([
    readOfMonitors(run, page, monitors, range),
    readOfEndpoints(run, page, monitors, range),
  ]);
  return new Map(parts.flatMap((part) => [...part]));
}

async function readOfMonitors(
  run: Run,
  page: Shown,
  monitors: ReadonlyMap<string, Monitor>,
  range: Range,
): Promise<Histories> {
  const components = componentsOf(page).filter(({ endpointId }) => endpointId === null);
  const ids = new Set(components.map(({ monitorId }) => monitorId));
  const shown = [...monitors].flatMap(([id, monitor]) => (ids.has(id) ? [{ ...monitor, id }] : []));
  const histories = await readMonitorHistories(run, page.ownerId, shown, range);
  return new Map(
    components.flatMap(({ key, monitorId }) => {
      const history = histories.get(monitorId);
      if (!history) return [];
      const lastAt = Math.max(...history.days.keys());
      const responses = isRecent(run, lastAt) ? (history.days.get(lastAt) ?? []) : [];
      const createdAt = monitors.get(monitorId)?.createdAt ?? range.fromMs;
      return [[key, { createdAt, steps: history.steps, responses }] as const];
    }),
  );
}

async function readOfEndpoints(
  run: Run,
  page: Shown,
  monitors: ReadonlyMap<string, Monitor>,
  range: Range,
): Promise<Histories> {
  const found: Histories = new Map();
  const components = componentsOf(page).flatMap(({ key, monitorId, endpointId }) =>
    endpointId !== null && monitors.get(monitorId)?.endpoints[endpointId] ? [{ key, endpointId }] : [],
  );
  const keysOf = Map.groupBy(components, ({ endpointId }) => endpointId);
  const read = async ([endpointId, shown]: [string, { key: string }[]]) => {
    const endpoint = endpoints.readIfValid(await endpoints.ref(run.db, endpointId).get());
    if (!endpoint) return;
    // Pages show no single checks, so those of the last hours are not read.
    const history = await readEndpointHistory(run, { ...endpoint, id: endpointId }, range, async () => []);
    const lastAt = Math.max(...history.cells.map(({ hourAt }) => dayStart(hourAt)));
    const responses = isRecent(run, lastAt) ? history.cells.filter(({ hourAt }) => dayStart(hourAt) === lastAt) : [];
    for (const { key } of shown) found.set(key, { createdAt: history.createdAt, steps: history.steps, responses });
  };
  await attemptEach(keysOf, read, { atOnce: ENDPOINTS_AT_ONCE, what: 'histories' });
  return found;
}

/** Whether a day is the last one that is built, and not one before a long gap. */
function isRecent({ nowMs }: Run, dayAt: number): boolean {
  return dayAt >= dayStart(nowMs) - HISTORY.liveMs;
}
