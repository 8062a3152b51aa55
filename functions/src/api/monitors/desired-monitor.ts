import type { MonitorInput } from '@farwatch/core/api/monitors';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { matchEndpoints } from '@farwatch/core/monitors/match-endpoints';
import type { DesiredMonitor } from '@farwatch/core/monitors/plan-monitor';
import { endpoints } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';

/** The monitor that a request asks for, its endpoints in the given order, new ones under new ids. */
export function desiredMonitor(run: Run, input: MonitorInput, current: Monitor | null): DesiredMonitor {
  const { name, description, locations } = input;
  const newId = () => endpoints.collection(run.db).doc().id;
  const matched = matchEndpoints(current?.endpoints ?? {}, input.endpoints);
  return {
    name,
    description,
    locations,
    endpoints: new Map(matched.map(({ id, desired }) => [id ?? newId(), desired])),
  };
}
