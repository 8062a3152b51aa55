import { endpointCalls } from '@farwatch/core/api/endpoints';
import { isoOf } from '@farwatch/core/api/parts';
import { endpointHours } from '@farwatch/core/rollups/endpoint-hours';
import type { CheckFigures } from '@farwatch/core/rollups/hour-stat';
import { route } from '../route.ts';
import { dayOfChecks } from './day-of-checks.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const getHistory = route(endpointCalls.history, {
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
