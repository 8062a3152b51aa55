import type { EndpointLimits } from '@farwatch/core/api/dashboard';
import { monitorCalls } from '@farwatch/core/api/monitors';
import { LIMITS } from '@farwatch/core/limits';
import { useApi } from './api/use-api.ts';

/** What stands in for the limits while they are not known (spec 8). */
export const UNKNOWN_LIMITS: EndpointLimits['limits'] = { current: 0, max: LIMITS.endpointsPerOwner };

/** How many endpoints the account has and may have; `data` undefined while unknown. */
export function useLimits() {
  return useApi(monitorCalls.limits, {});
}
