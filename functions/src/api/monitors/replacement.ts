import type { MonitorInput } from '@farwatch/core/api/monitors';
import { isAsDesired, monitorText } from '@farwatch/core/monitors/monitor-text';
import type { DesiredMonitor } from '@farwatch/core/monitors/plan-monitor';
import type { Run } from '../../db/run.ts';
import type { Facts } from '../../status/read-facts.ts';
import { ApiError } from '../errors.ts';
import { desiredMonitor } from './desired-monitor.ts';

/**
 * The monitor that a request asks for in place of the one that stands. Throws ApiError edited_meanwhile, with what stands, if
 * the request has the version of another.
 */
export function replacement(
  run: Run,
  input: MonitorInput & { version?: number | undefined },
  { monitor, endpoints }: Pick<Facts, 'monitor' | 'endpoints'>,
): DesiredMonitor {
  const desired = desiredMonitor(run, input, monitor);
  const isLate = input.version !== undefined && input.version !== monitor.version;
  // What is desired may stand already: by this very call, where its answer was lost on the way.
  if (isLate && !isAsDesired(monitor, endpoints, desired))
    throw new ApiError('edited_meanwhile', { current: monitorText(monitor, endpoints) });
  return desired;
}
