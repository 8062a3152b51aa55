import { z } from 'zod';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { DOMAIN } from '../values/limits.ts';
import { declareCollection } from './collection.ts';

/** What a registry says about a domain. `expiresAt`: null if it does not say. `statuses`: as RDAP names them. */
export const registrationSchema = z.object({
  expiresAt: atMsSchema.nullable(),
  registrar: z.string().max(200).nullable(),
  nameServers: z.array(z.string().max(253)).max(DOMAIN.nameServers),
  statuses: z.array(z.string().max(80)).max(DOMAIN.statuses),
});
export type Registration = z.infer<typeof registrationSchema>;

/**
 * Why the last look has no expiry. Nothing is known: `noRdap`, its top-level domain has no RDAP service; `notFound`, the
 * registry does not have the name; `noExpiration`, it does not say when the registration ends. It is tried again:
 * `busy`, the registry limits requests; `unavailable`, it does not answer; `unreadable`, its answer is no RDAP.
 */
export const domainProblemSchema = z.enum(['noRdap', 'notFound', 'noExpiration', 'busy', 'unavailable', 'unreadable']);
export type DomainProblem = z.infer<typeof domainProblemSchema>;

/** The vote that a domain has cast. `endsAt`: the expiry that it warns of, null for none. */
export const domainVoteSchema = z.object({
  state: z.enum(['new', 'up', 'expired', 'unknown']),
  endsAt: atMsSchema.nullable(),
});
export type DomainVote = z.infer<typeof domainVoteSchema>;

/**
 * `domains/{endpoint}`: an endpoint `domain://name` (docs/domains.md). `rev`: the endpoint's. `voteSeq`: number of its
 * last vote. `registration`: the last that was known, at `answeredAt`. `askedAt`: the last try, `failures` in a row.
 * `askAt`: when the registry is asked next; null while it is paused.
 */
export const domainSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  name: z.string().max(253),
  rev: revisionSchema,
  paused: z.boolean(),
  vote: domainVoteSchema,
  voteSeq: countSchema,
  registration: registrationSchema.nullable(),
  answeredAt: atMsSchema.nullable(),
  askedAt: atMsSchema.nullable(),
  problem: domainProblemSchema.nullable(),
  failures: countSchema,
  askAt: atMsSchema.nullable(),
  createdAt: atMsSchema,
});
export type Domain = z.infer<typeof domainSchema>;

export const domainCollection = declareCollection({
  path: 'domains',
  schema: domainSchema,
  readableBy: 'owner',
  isMissingReadable: true,
  noIndex: [
    'answeredAt',
    'askedAt',
    'createdAt',
    'failures',
    'monitorId',
    'name',
    'paused',
    'problem',
    'registration',
    'rev',
    'vote',
    'voteSeq',
  ],
  indexes: [['askAt']],
  account: 'owned',
});
