import { endpointHistorySchema, historyQuerySchema } from '@farwatch/core/api/endpoints';
import { byIdSchema, isoOf } from '@farwatch/core/api/parts';
import { endpointHours } from '@farwatch/core/rollups/endpoint-hours';
import type { CheckFigures } from '@farwatch/core/rollups/hour-stat';
import { route } from '../route.ts';
import { dayOfChecks } from './day-of-checks.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const getHistory = route({
  method: 'get',
  path: '/endpoints/:id/history',
  summary: 'Response times of an endpoint by hour and location: the last 24 hours, the running one included',
  params: byIdSchema,
  query: historyQuerySchema,
  output: endpointHistorySchema,
  run: async (run, caller, { params, query }) => {
    const endpoint = await ownEndpoint(run, caller, params.id);
    const checks = await dayOfChecks(run, { id: params.id, ...endpoint }, query);
    return endpointHours(checks, run.nowMs).map(({ hourAt, locations, ...figures }) => ({
      date: isoOf(hourAt),
      ...figuresEntry(figures),
      locations: locations.map(({ location, ...each }) => ({ location, ...figuresEntry(each) })),
    }));
  },
});

function figuresEntry({ count, failures, medianMs, successMs, failureMs }: CheckFigures) {
  return {
    count,
    failures,
    median_ms: medianMs,
    success_average_ms: whole(successMs),
    failure_average_ms: whole(failureMs),
  };
}

function whole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}
