import { z } from 'zod';
import { atMsSchema, countSchema } from '../fields.ts';
import { DEFAULT_INTERVAL_MIN, INTERVALS_MIN, LIMITS } from '../limits.ts';

export const languageSchema = z.enum(['en', 'cn']);
export type Language = z.infer<typeof languageSchema>;

export const intervalMinSchema = z.literal([...INTERVALS_MIN]);

/** The plan paid for last: a month at a time at this price in USD. It has ended once `until` is past. */
export const planSchema = z.object({
  name: z.string(),
  price: z.number().positive(),
  since: atMsSchema,
  until: atMsSchema,
});
export type Plan = z.infer<typeof planSchema>;

/** `users/{uid}`. The role is the custom claim `role`, not stored here. */
export const userSchema = z.object({
  displayName: z.string(),
  email: z.string(),
  monitorInterval: intervalMinSchema,
  language: languageSchema,
  endpointCount: countSchema,
  maxEndpoints: countSchema,
  plan: planSchema.nullable(),
  /**
   * How many assignments were ever made for the user. Making one changes this document, so that it conflicts with a
   * change of the interval.
   */
  assignmentsMade: countSchema.default(0),
  /**
   * Whether alerts can be sent: a copy from the notification settings, which browsers may not read. Null if they were
   * not saved since this is kept.
   */
  alertsOn: z.boolean().nullable().default(null),
  createdAt: atMsSchema,
});
export type User = z.infer<typeof userSchema>;

/** The profile of a user seen for the first time. */
export function newUser(given: { displayName: string; email: string }, nowMs: number): User {
  return {
    ...given,
    monitorInterval: DEFAULT_INTERVAL_MIN,
    language: 'en',
    endpointCount: 0,
    maxEndpoints: LIMITS.endpointsPerOwner,
    plan: null,
    assignmentsMade: 0,
    alertsOn: false,
    createdAt: nowMs,
  };
}
