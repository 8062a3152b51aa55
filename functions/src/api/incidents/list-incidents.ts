import { incidentsPageSchema, incidentsQuerySchema } from '@farwatch/core/api/incidents';
import type { Incident } from '@farwatch/core/documents/incident';
import { rangeStart, selectIncidents } from '@farwatch/core/incidents/select-incidents';
import { Timestamp } from 'firebase-admin/firestore';
import { incidents } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { route } from '../route.ts';
import { incidentEntry } from './incident-entry.ts';

/** As many as a listener of the app holds (design 8). */
const MOST = 500;

export const listIncidents = route({
  method: 'get',
  path: '/incidents',
  summary: 'Incidents of a time range, newest first, a page at a time',
  query: incidentsQuerySchema,
  output: incidentsPageSchema,
  run: async (run, caller, { query }) => {
    const { page, limit, time_range, ...filter } = query;
    const found = await newestSince(run, caller.uid, rangeStart(time_range, run.nowMs));
    const selected = selectIncidents(found, filter);
    const data = selected.slice((page - 1) * limit, page * limit).map(({ id, ...each }) => incidentEntry(id, each));
    const total = selected.length;
    return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
  },
});

async function newestSince(run: Run, ownerId: string, sinceMs: number): Promise<(Incident & { id: string })[]> {
  const own = incidents.collection(run.db).where('ownerId', '==', ownerId);
  const since = own.where('triggeredAt', '>=', Timestamp.fromMillis(sinceMs));
  const { docs } = await since.orderBy('triggeredAt', 'desc').limit(MOST).get();
  return docs.flatMap((doc) => {
    const incident = incidents.read(doc);
    return incident ? [{ id: doc.id, ...incident }] : [];
  });
}
