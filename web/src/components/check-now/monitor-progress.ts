import type { BatchMetrics } from '@farwatch/core/api/dashboard';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { type Asked, isAnswer } from './check-progress.ts';

/** How many of a monitor's endpoints have been checked since it was asked for, and what those are now. */
export type MonitorProgress = { checked: number; total: number; up: number; down: number };

/** From when each endpoint was last checked, by any location, just before it was asked for too, and from its live status. */
export function monitorProgress(
  asked: Asked,
  endpoints: Monitor['endpoints'],
  metrics: BatchMetrics | undefined,
): MonitorProgress {
  const all = Object.entries(endpoints);
  const checked = all.filter(
    ([id]) => asked.recent.includes(id) || isAnswer(asked, metrics?.[id]?.lastCheckAt ?? null),
  );
  const having = (status: string) => checked.filter(([, endpoint]) => endpoint.status === status).length;
  return { checked: checked.length, total: all.length, up: having('up'), down: having('down') };
}
