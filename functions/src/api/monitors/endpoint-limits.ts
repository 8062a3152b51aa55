import { monitorCalls } from '@farwatch/core/api/monitors';
import { POLLED_MS } from '../answer-cache.ts';
import { route } from '../route.ts';
import { readUser } from '../users/ensure-user.ts';

export const getEndpointLimits = route(monitorCalls.limits, {
  cachedForMs: POLLED_MS,
  run: async (run, caller) => {
    const { endpointCount, maxEndpoints } = await readUser(run, caller);
    return { limits: { current: endpointCount, max: maxEndpoints } };
  },
});
