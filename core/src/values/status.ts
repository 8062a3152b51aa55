import { z } from 'zod';

/** An endpoint's status, decided by quorum (docs/status.md, Status rules). */
export const endpointStatusSchema = z.enum(['up', 'down', 'pending', 'unknown']);
export type EndpointStatus = z.infer<typeof endpointStatusSchema>;

/** A monitor's status; UNKNOWN is shown as PENDING. */
export const monitorStatusSchema = z.enum(['UP', 'DOWN', 'UNKNOWN']);
export type MonitorStatus = z.infer<typeof monitorStatusSchema>;
