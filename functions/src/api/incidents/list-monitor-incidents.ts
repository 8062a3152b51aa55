import { incidentEntrySchema, monitorIncidentsQuerySchema } from '@farwatch/core/api/incidents';
import { byIdSchema } from '@farwatch/core/api/parts';
import { selectIncidents } from '@farwatch/core/incidents/select-incidents';
import { z } from 'zod';
import { ownMonitor } from '../monitors/read-monitor.ts';
import { route } from '../route.ts';
import { incidentEntry } from './incident-entry.ts';
import { ownIncidents, partsOf, readNewest } from './incident-query.ts';

export const listMonitorIncidents = route({
  method: 'get',
  path: '/incidents/monitor/:id',
  summary:
    'Incidents of a monitor that began in a time range, newest first, then active ones that began before it; the newest 500 of either',
  params: byIdSchema,
  query: monitorIncidentsQuerySchema,
  output: z.array(incidentEntrySchema),
  run: async (run, caller, { params, query: { time_range, ...filter } }) => {
    await ownMonitor(run, caller, params.id);
    const own = ownIncidents(run, caller.uid, params.id);
    const parts = partsOf(own, time_range, run.nowMs, { status: filter.status, location: 'all' });
    return selectIncidents(await readNewest(parts), filter).map(({ id, ...each }) => incidentEntry(id, each));
  },
});
