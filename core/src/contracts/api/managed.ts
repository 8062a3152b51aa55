import { z } from 'zod';
import { boundedRecord, freeTextSchema, idSchema } from '../../values/fields.ts';
import { apiCall } from './call.ts';
import { monitorVersionSchema } from './monitors.ts';

/** How many monitors a page has. */
export const MANAGED_PAGE = 100;

/**
 * A monitor whole, its secrets masked. `secrets`: by endpoint, then by what names the secret, its fingerprint: the
 * HMAC-SHA256 of it with `fingerprintKey`, as base64url, so that whoever has the secret can compare it.
 */
const managedMonitorSchema = monitorVersionSchema.extend({
  id: idSchema,
  secrets: boundedRecord(idSchema, z.record(z.string(), z.string()), 1000),
});
export type ManagedMonitor = z.infer<typeof managedMonitorSchema>;

export const managedCalls = {
  monitors: apiCall({
    method: 'get',
    path: '/v1/monitors/managed',
    // Fingerprints of short secrets can be guessed, so a key that only reads gets none.
    scope: 'write',
    summary: 'All monitors whole, by id, in pages, with fingerprints of their secrets: what a file is compared with',
    query: z.object({ cursor: freeTextSchema.max(200).optional() }),
    output: z.object({
      monitors: z.array(managedMonitorSchema),
      next: z.string().nullable(),
      fingerprintKey: z.string(),
    }),
  }),
};
