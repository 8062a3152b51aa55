import { type EndpointLimits, endpointLimitsSchema } from '@farwatch/core/api/dashboard';
import { LIMITS } from '@farwatch/core/limits';
import { useApi } from './api/use-api.ts';

/** Used while the limits are not known. */
export const UNKNOWN_LIMITS: EndpointLimits['limits'] = { current: 0, max: LIMITS.endpointsPerOwner };

/** How many endpoints the account has and may have; `data` undefined while unknown. */
export function useLimits() {
  return useApi('/monitors/endpoint-limits', endpointLimitsSchema);
}
