import type { EndpointLimits } from '@farwatch/core/api/dashboard';
import { monitorCalls } from '@farwatch/core/api/monitors';
import { LIMITS } from '@farwatch/core/limits';
import { useApi } from './api/use-api.ts';

/** Used while the limits are not known. */
export const UNKNOWN_LIMITS: EndpointLimits['limits'] = { current: 0, max: LIMITS.endpointsPerOwner };

/** How many endpoints the account has and may have; `data` undefined while unknown. */
export function useLimits() {
  return useApi(monitorCalls.limits, {});
}
