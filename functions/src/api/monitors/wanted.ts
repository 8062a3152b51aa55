import type { MonitorInput } from '@farwatch/core/api/monitors';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { matchEndpoints } from '@farwatch/core/monitors/match-endpoints';
import type { WantedMonitor } from '@farwatch/core/monitors/plan-monitor';
import { endpoints } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';

/** What a request asks of a monitor, new endpoints under new ids. */
export function wantedMonitor(run: Run, input: MonitorInput, present: Monitor | null): WantedMonitor {
  const { name, description, locations } = input;
  const { kept, added } = matchEndpoints(present?.endpoints ?? {}, input.endpoints);
  const made = added.map((endpoint) => [endpoints.collection(run.db).doc().id, endpoint] as const);
  return { name, description, locations, endpoints: new Map([...kept, ...made]) };
}
