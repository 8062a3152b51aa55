import type { ReportQuery } from '@farwatch/core/contracts/api/reports';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { isSameTag } from '@farwatch/core/values/tags';
import { DAY_MS } from '@farwatch/core/values/time';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';
import { readOwnMonitor, readOwnMonitors } from '../monitors/read-monitor.ts';

/** One of the caller's monitors. */
export type OwnMonitor = { id: string; monitor: Monitor };

/** As long as history is kept. */
const LONGEST_MS = 400 * DAY_MS;

/** The range of a report. Throws ApiError invalid for one that is reversed, too long or still to come. */
export function reportRange({ from, to }: Pick<ReportQuery, 'from' | 'to'>, nowMs: number): Range {
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  if (range.toMs <= range.fromMs) throw invalidField('to', 'not after from');
  if (range.toMs - range.fromMs > LONGEST_MS) throw invalidField('to', 'more than 400 days after from');
  if (range.fromMs >= nowMs) throw invalidField('from', 'in the future');
  return range;
}

function invalidField(path: 'from' | 'to' | 'tag', message: string): ApiError {
  return new ApiError('invalid', { details: [{ path, message }] });
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
  if (tag !== undefined && monitorId !== undefined) throw invalidField('tag', 'not together with monitorId');
  if (monitorId !== undefined) return [{ id: monitorId, monitor: await readOwnMonitor(run, caller, monitorId) }];
  const own = await readOwnMonitors(run, caller);
  if (tag === undefined) return own;
  const tagged = own.filter(({ monitor }) => monitor.tags.some((each) => isSameTag(each, tag)));
  if (tagged.length === 0) throw new ApiError('not_found');
  return tagged;
}
