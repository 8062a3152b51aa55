import { z } from 'zod';

/**
 * What a status page says of a component. `partial`: it fails from some locations, or some of its endpoints are down.
 * `unknown` reads 'no data', `paused` 'not monitored'.
 */
export const componentStatusSchema = z.enum(['up', 'partial', 'down', 'maintenance', 'unknown', 'paused']);
export type ComponentStatus = z.infer<typeof componentStatusSchema>;

/** The state of an incident in people's words. */
export const publicationStateSchema = z.enum(['investigating', 'identified', 'monitoring', 'resolved']);
export type PublicationState = z.infer<typeof publicationStateSchema>;
