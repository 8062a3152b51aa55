import { incidentEntrySchema, monitorIncidentsQuerySchema } from '@farwatch/core/api/incidents';
import { byIdSchema } from '@farwatch/core/api/parts';
import { rangeStart, selectIncidents } from '@farwatch/core/incidents/select-incidents';
import { z } from 'zod';
import { ownMonitor } from '../monitors/read-monitor.ts';
import { route } from '../route.ts';
import { incidentEntry } from './incident-entry.ts';
import { incidentsIn, incidentsSince } from './incident-query.ts';

/** As many as a listener of the app holds (design 8). */
const MOST = 500;

export const listMonitorIncidents = route({
  method: 'get',
  path: '/incidents/monitor/:id',
  summary: 'Incidents of a monitor in a time range, newest first, of the newest 500',
  params: byIdSchema,
  query: monitorIncidentsQuerySchema,
  output: z.array(incidentEntrySchema),
  run: async (run, caller, { params, query: { time_range, ...filter } }) => {
    await ownMonitor(run, caller, params.id);
    const since = incidentsSince(run, caller.uid, rangeStart(time_range, run.nowMs));
    const { docs } = await since.where('monitorId', '==', params.id).limit(MOST).get();
    return selectIncidents(incidentsIn(docs), filter).map(({ id, ...each }) => incidentEntry(id, each));
  },
});
