import type { ReportQuery } from '@farwatch/core/contracts/api/reports';
import { answeredRange } from '@farwatch/core/decisions/history/answered-range';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { isSameTag } from '@farwatch/core/values/tags';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { readOwnMonitor, readOwnMonitors } from '../monitors/read-monitor.ts';

/** One of the caller's monitors. */
export type OwnMonitor = { id: string; monitor: Monitor };

/** The range of a report, which may end later than now. Throws ApiError invalid, with what is wrong. */
export function reportRange(query: Pick<ReportQuery, 'from' | 'to'>, nowMs: number): Range {
  const answered = answeredRange(query, 0, nowMs);
  if ('path' in answered) throw new ApiError('invalid', { details: [answered] });
  return { fromMs: answered.fromMs, toMs: Date.parse(query.to) };
}

/**
 * The monitors to report on: one read each. Throws ApiError not_found for a tag that none of the caller's monitors has,
 * and for another owner's monitor.
 */
export async function readScope(
  run: Run,
  caller: Caller,
  { tag, monitorId }: Omit<ReportQuery, 'from' | 'to'>,
): Promise<OwnMonitor[]> {
  if (tag !== undefined && monitorId !== undefined) {
    throw new ApiError('invalid', { details: [{ path: 'tag', message: 'is not possible with monitorId' }] });
  }
  if (monitorId !== undefined) return [{ id: monitorId, monitor: await readOwnMonitor(run, caller, monitorId) }];
  const own = await readOwnMonitors(run, caller);
  if (tag === undefined) return own;
  const tagged = own.filter(({ monitor }) => monitor.tags.some((each) => isSameTag(each, tag)));
  if (tagged.length === 0) throw new ApiError('not_found');
  return tagged;
}
