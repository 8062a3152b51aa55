import { z } from 'zod';

/** An endpoint's status: paused, or decided by quorum (docs/status.md, Status rules). */
export const endpointStatusSchema = z.enum(['up', 'down', 'pending', 'unknown', 'paused']);
export type EndpointStatus = z.infer<typeof endpointStatusSchema>;

/** A status in answers of the API, which has no word for paused. */
export const answeredStatusSchema = endpointStatusSchema.exclude(['paused']);

/** Returns a status as the API answers it: unknown while paused. */
export function toAnsweredStatus(status: EndpointStatus): z.infer<typeof answeredStatusSchema> {
  return status === 'paused' ? 'unknown' : status;
}

/** A monitor's status; UNKNOWN is shown as PENDING. */
export const monitorStatusSchema = z.enum(['UP', 'DOWN', 'UNKNOWN']);
export type MonitorStatus = z.infer<typeof monitorStatusSchema>;
