import { endpointCalls } from '@farwatch/core/api/endpoints';
import { isoOf } from '@farwatch/core/api/parts';
import { errorMessage } from '@farwatch/core/checks/check-error-text';
import { MINUTE_MS } from '@farwatch/core/time';
import { route } from '../route.ts';
import { dayOfChecks } from './day-of-checks.ts';
import { ownEndpoint } from './own-endpoint.ts';
import { readSince } from './read-running.ts';

/** How far back the newest checks alone can be asked for: a document or two for each agent. */
const NEWEST_MS = 10 * MINUTE_MS;

export const getChecks = route(endpointCalls.checks, {
  run: async (run, caller, { params, query }) => {
    const endpoint = { id: params.id, ...(await ownEndpoint(run, caller, params.id)) };
    const { since } = query;
    const sinceMs = since === undefined ? null : Math.max(Date.parse(since), run.nowMs - NEWEST_MS);
    const checks = await (sinceMs === null ? dayOfChecks(run, endpoint, query) : readSince(run, endpoint, sinceMs));
    const data = checks
      .toSorted((a, b) => b.at - a.at)
      .map(({ at, ms, statusCode, error, location }) => ({
        check_time: isoOf(at),
        success: error === null,
        response_time: ms,
        status_code: statusCode,
        error,
        error_message: errorMessage(error, statusCode),
        location,
      }));
    return { data };
  },
});
