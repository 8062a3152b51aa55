import { z } from 'zod';

/**
 * The status of a component on a status page. `partial`: it fails from some locations, or some of its endpoints are down.
 * `slow` is up, but slow: only on pages that show it. `unknown` reads 'no data', `paused` 'not monitored'.
 */
export const componentStatusSchema = z.enum(['up', 'slow', 'partial', 'down', 'maintenance', 'unknown', 'paused']);
export type ComponentStatus = z.infer<typeof componentStatusSchema>;

/** The state of a posted incident. */
export const publicationStateSchema = z.enum(['investigating', 'identified', 'monitoring', 'resolved']);
export type PublicationState = z.infer<typeof publicationStateSchema>;
