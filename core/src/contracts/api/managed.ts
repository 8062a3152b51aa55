import { z } from 'zod';
import { maintenanceFieldsSchema } from '../../documents/maintenance.ts';
import { boundedRecord, freeTextSchema, idSchema } from '../../values/fields.ts';
import { managedSchema } from '../../values/managed.ts';
import { apiCall } from './call.ts';
import { channelAnswerSchema } from './channels.ts';
import { monitorVersionSchema } from './monitors.ts';
import { pageAnswerSchema } from './pages.ts';

/** How many monitors a page has. */
export const MANAGED_PAGE = 100;

/**
 * A monitor whole, its secrets masked. `secrets`: by endpoint, then by what names the secret, its fingerprint: the
 * HMAC-SHA256 of it with `fingerprintKey`, as base64url, so that a program with the secret can compare it.
 */
const managedMonitorSchema = monitorVersionSchema.extend({
  id: idSchema,
  secrets: boundedRecord(idSchema, z.record(z.string(), z.string()), 1000),
});
export type ManagedMonitor = z.infer<typeof managedMonitorSchema>;

/** A channel with its secrets masked, and their fingerprints by the names of the settings. */
const managedChannelSchema = channelAnswerSchema
  .omit({ createdAt: true, state: true, unsubscribedAt: true })
  .extend({ secrets: z.record(z.string(), z.string()) });
export type ManagedChannel = z.infer<typeof managedChannelSchema>;

const managedWindowSchema = maintenanceFieldsSchema.extend({ id: idSchema, managed: managedSchema.nullable() });
export type ManagedWindow = z.infer<typeof managedWindowSchema>;

const managedPageSchema = pageAnswerSchema.omit({
  address: true,
  state: true,
  blockedReason: true,
  logo: true,
  createdAt: true,
  updatedAt: true,
});
export type ManagedPage = z.infer<typeof managedPageSchema>;

export const managedCalls = {
  monitors: apiCall({
    method: 'get',
    path: '/v1/monitors/managed',
    // Fingerprints of short secrets can be guessed, so a key that only reads gets none.
    scope: 'write',
    role: 'editor',
    summary: 'All monitors whole, by id, in pages, with fingerprints of their secrets',
    query: z.object({ cursor: freeTextSchema.max(200).optional() }),
    output: z.object({
      monitors: z.array(managedMonitorSchema),
      next: z.string().nullable(),
      fingerprintKey: z.string(),
    }),
  }),
  others: apiCall({
    method: 'get',
    path: '/v1/account/managed',
    scope: 'write',
    role: 'editor',
    summary: 'Channels, with fingerprints of their secrets, maintenance and status pages, to compare with a file',
    output: z.object({
      channels: z.array(managedChannelSchema),
      windows: z.array(managedWindowSchema),
      pages: z.array(managedPageSchema),
    }),
  }),
};
