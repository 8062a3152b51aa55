import { endpointCalls } from '@farwatch/core/api/endpoints';
import { isoOf } from '@farwatch/core/api/parts';
import { SECOND_MS } from '@farwatch/core/time';
import { statusEvents } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const getStatusHistory = route(endpointCalls.statusHistory, {
  run: async (run, caller, { params, query }) => {
    await ownEndpoint(run, caller, params.id);
    const newest = statusEvents.collection(run.db, params.id).orderBy('changedAt', 'desc').limit(query.limit);
    const { docs } = await newest.get();
    const events = docs.flatMap((doc) => statusEvents.read(doc) ?? []);
    const data = events.map(({ changedAt, previous, next, previousDurationMs }) => ({
      changed_at: isoOf(changedAt),
      previous_status: previous,
      new_status: next,
      duration_seconds: Math.round(previousDurationMs / SECOND_MS),
    }));
    return { data };
  },
});
