import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '../values/languages.ts';
import { DEFAULT_INTERVAL_MIN, INTERVALS_MIN, LIMITS } from '../values/limits.ts';
import { stuckSchema } from '../values/stuck.ts';
import { summaryPlanSchema } from '../values/summary/summary-plan.ts';
import { bucketSchema } from '../values/token-bucket.ts';
import { declareCollection } from './collection.ts';

export const languageSchema = z.enum(LANGUAGE_CODES);

export const intervalMinSchema = z.literal([...INTERVALS_MIN]);

/** The plan paid for last, at this price in USD per month. It has ended once `until` is past. */
export const planSchema = z.object({
  name: z.string(),
  price: z.number().positive(),
  since: atMsSchema,
  until: atMsSchema,
});
export type Plan = z.infer<typeof planSchema>;

/** What belongs to a person. Whether they are an admin is the custom claim `role`, not stored. */
export const personSchema = z.object({
  displayName: z.string(),
  /** Verified by Auth: the API refuses persons with any other address. Empty until they have called it. */
  email: z.string(),
  language: languageSchema,
});
export type Person = z.infer<typeof personSchema>;

/** What belongs to an account. */
export const accountSchema = z.object({
  /** Who owns it, by their uid at Auth; without it, the person whose uid is the account's id. */
  ownerUid: idSchema.optional(),
  /** Whether it is the own account of `ownerUid`, who transferred an earlier one; else they own it as a member. */
  isOwn: z.boolean().optional(),
  monitorInterval: intervalMinSchema,
  endpointCount: countSchema,
  maxEndpoints: countSchema,
  plan: planSchema.nullable(),
  /**
   * Incremented whenever the plan is derived, so that concurrent derivations conflict even if the plan stays the same.
   */
  planVersion: countSchema.default(0),
  /** Incremented with each new assignment, so that it conflicts with a concurrent change of the interval. */
  assignmentCount: countSchema.default(0),
  /** Incremented by each edit of a maintenance window, so that it conflicts with another, and with a new monitor. */
  maintenanceVersion: countSchema.default(0),
  /** Whether alerts go to a tested channel, copied from the notification settings, which browsers may not read. */
  alertsOn: z.boolean().default(false),
  /** The names of channels that have stopped or failed for a day, by their ids. */
  failingChannels: z.record(z.string(), z.string()).default({}),
  /** Whether others belong to it, or did: links of its messages then name the account. */
  hasMembers: z.boolean().default(false),
  /** When the account and all its data are deleted; null unless the user has closed the account. */
  closesAt: atMsSchema.nullable().default(null),
  /** Which summaries the account gets; null until its owner has used the app since summaries exist. */
  summaries: summaryPlanSchema.nullable().default(null),
  /** When the next summary is due; null without summaries. */
  summaryDueAt: atMsSchema.nullable().default(null),
  /** How many domains may have their registries queried at once after an edit; negative while others wait for it. */
  registryBudget: bucketSchema.optional(),
  createdAt: atMsSchema,
  stuck: stuckSchema.optional(),
});
export type Account = z.infer<typeof accountSchema>;

/**
 * `users/{accountId}`: an account, with its owner as a person. They share a document because every alert needs both: the
 * limits of the account, and the address and language to which alerts go unless a channel has its own.
 */
export const userSchema = z.object({ ...personSchema.shape, ...accountSchema.shape });
export type User = z.infer<typeof userSchema>;

export const userCollection = declareCollection({
  path: 'users',
  schema: userSchema,
  readableBy: 'member by id',
  noIndex: [
    'createdAt',
    'failingChannels',
    'hasMembers',
    'isOwn',
    'maintenanceVersion',
    'plan',
    'planVersion',
    'registryBudget',
    'summaries',
  ],
  indexes: [['closesAt'], ['summaryDueAt'], ['stuck']],
  account: { ids: (accountId) => [accountId] },
});

type Owner = Pick<Person, 'displayName' | 'email'> & { language?: Language };

/** Returns a new account of this owner. */
export function newUser(owner: Owner, nowMs: number): User {
  return {
    language: DEFAULT_LANGUAGE,
    ...owner,
    monitorInterval: DEFAULT_INTERVAL_MIN,
    endpointCount: 0,
    maxEndpoints: LIMITS.endpointsPerOwner,
    plan: null,
    planVersion: 0,
    assignmentCount: 0,
    maintenanceVersion: 0,
    alertsOn: false,
    failingChannels: {},
    hasMembers: false,
    closesAt: null,
    summaries: null,
    summaryDueAt: null,
    createdAt: nowMs,
  };
}
