import { z } from 'zod';

/** What an endpoint is: decided by quorum, see quorum.ts (design 5). */
export const endpointStatusSchema = z.enum(['up', 'down', 'pending', 'unknown']);
export type EndpointStatus = z.infer<typeof endpointStatusSchema>;

/** What a monitor is; UNKNOWN is shown as PENDING (spec 4). */
export const monitorStatusSchema = z.enum(['UP', 'DOWN', 'UNKNOWN']);
export type MonitorStatus = z.infer<typeof monitorStatusSchema>;
