import { incidentCalls } from '@farwatch/core/api/incidents';
import { selectIncidents } from '@farwatch/core/incidents/select-incidents';
import { ownMonitor } from '../monitors/read-monitor.ts';
import { route } from '../route.ts';
import { incidentEntry } from './incident-entry.ts';
import { ownIncidents, partsOf, readNewest } from './incident-query.ts';

export const listMonitorIncidents = route(incidentCalls.ofMonitor, {
  run: async (run, caller, { params, query: { time_range, ...filter } }) => {
    await ownMonitor(run, caller, params.id);
    const own = ownIncidents(run, caller.uid, params.id);
    const parts = partsOf(own, time_range, run.nowMs, { status: filter.status, location: 'all' });
    return selectIncidents(await readNewest(parts), filter).map(({ id, ...each }) => incidentEntry(id, each));
  },
});
