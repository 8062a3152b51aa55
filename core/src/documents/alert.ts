import { z } from 'zod';
import { checkErrorSchema } from '../checks/check.ts';
import { atMsSchema, countSchema, idSchema } from '../fields.ts';
import { locationCodeSchema } from '../locations.ts';
import { severitySchema } from '../status/severity.ts';

export const alertKindSchema = z.enum(['outage', 'recovery', 'certificate']);
export type AlertKind = z.infer<typeof alertKindSchema>;

/**
 * What the text of an alert is made from, so that it can be written in the owner's language when it is sent. `occurredAt`:
 * when what it tells of happened, for a widened outage the widening.
 */
export const alertValuesSchema = z.object({
  endpoint: z.string(),
  url: z.string(),
  monitor: z.string(),
  locations: z.array(locationCodeSchema),
  occurredAt: atMsSchema,
  durationMs: countSchema.nullable(),
  statusCode: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
  certificateEndsAt: atMsSchema.nullable(),
});
export type AlertValues = z.infer<typeof alertValuesSchema>;

/** waiting: to be sent at `nextAt`; deferred: held back until `nextAt`; the rest are final (design 5 and 6). */
export const alertStateSchema = z.enum(['waiting', 'deferred', 'sent', 'silenced', 'dead']);
export type AlertState = z.infer<typeof alertStateSchema>;

/** `alerts/{id}`: the outbox. Created with the change it tells of, and only its sender changes it. */
export const alertSchema = z.object({
  ownerId: idSchema,
  endpointId: idSchema,
  incidentId: idSchema,
  kind: alertKindSchema,
  severity: severitySchema,
  values: alertValuesSchema,
  state: alertStateSchema,
  attempts: countSchema,
  nextAt: atMsSchema.nullable(),
  lastError: z.string().nullable(),
  messageId: z.number().int().nullable(),
  createdAt: atMsSchema,
  finishedAt: atMsSchema.nullable(),
  expireAt: atMsSchema.nullable(),
});
export type Alert = z.infer<typeof alertSchema>;

/** `outboxes/{uid}`: who is sending to the owner's chat now, and until when the chat must be left alone. */
export const outboxSchema = z.object({
  leaseId: z.string().nullable(),
  leaseUntil: atMsSchema.nullable(),
  blockedUntil: atMsSchema.nullable(),
});
export type Outbox = z.infer<typeof outboxSchema>;
