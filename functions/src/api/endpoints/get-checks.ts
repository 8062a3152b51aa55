import { checksQuerySchema, checksSchema } from '@farwatch/core/api/endpoints';
import { byIdSchema, isoOf } from '@farwatch/core/api/parts';
import { errorMessage } from '@farwatch/core/checks/check';
import { route } from '../route.ts';
import { dayOfChecks } from './day-of-checks.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const getChecks = route({
  method: 'get',
  path: '/endpoints/:id/checks',
  summary: 'Every check of an endpoint in the last 24 hours, newest first',
  params: byIdSchema,
  query: checksQuerySchema,
  output: checksSchema,
  run: async (run, caller, { params }) => {
    const endpoint = await ownEndpoint(run, caller, params.id);
    const checks = await dayOfChecks(run, { id: params.id, ...endpoint });
    const data = checks
      .toSorted((a, b) => b.at - a.at)
      .map(({ at, ms, statusCode, error, location }) => ({
        check_time: isoOf(at),
        success: error === null,
        response_time: ms,
        status_code: statusCode,
        error_message: errorMessage(error, statusCode),
        location,
      }));
    return { data };
  },
});
