import { endpointLimitsSchema } from '@farwatch/core/api/dashboard';
import { POLLED_MS } from '../answer-cache.ts';
import { route } from '../route.ts';
import { readUser } from '../users/ensure-user.ts';

export const getEndpointLimits = route({
  method: 'get',
  path: '/monitors/endpoint-limits',
  summary: 'How many endpoints the account has and may have',
  cachedForMs: POLLED_MS,
  output: endpointLimitsSchema,
  run: async (run, caller) => {
    const { endpointCount, maxEndpoints } = await readUser(run, caller);
    return { limits: { current: endpointCount, max: maxEndpoints } };
  },
});
