import { z } from 'zod';
import { countSchema } from '../../values/fields.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { apiCall } from './call.ts';

/**
 * What can be checked where. `agents`: how many are active. `features`: what at least one of them can do
 * (`check-features.ts`). `plannedChecks`: of the account, in ten minutes.
 */
const locationSupportSchema = z.object({
  code: locationCodeSchema,
  agents: countSchema,
  features: z.array(z.string()),
  plannedChecks: countSchema,
});
export type LocationSupport = z.infer<typeof locationSupportSchema>;

export const locationCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/locations',
    scope: 'read',
    role: 'viewer',
    summary: 'What can be checked from each location, and how many checks the account has planned there',
    output: z.object({ locations: z.array(locationSupportSchema), maxChecks: countSchema }),
  }),
};
