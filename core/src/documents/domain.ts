import { z } from 'zod';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { DOMAIN } from '../values/limits.ts';
import { stuckSchema } from '../values/stuck.ts';
import { declareCollection } from './collection.ts';

/** A domain's registration, as its registry answers it. */
export const registrationSchema = z.object({
  /** Null if the registry does not return it. */
  expiresAt: atMsSchema.nullable(),
  registrar: z.string().max(200).nullable(),
  nameServers: z.array(z.string().max(253)).max(DOMAIN.nameServers),
  /** The name that is registered, if it is one above the domain's, such as that of www.example.com. */
  registeredAs: z.string().max(253).nullable().default(null),
  /** The statuses under their RDAP names. */
  statuses: z.array(z.string().max(80)).max(DOMAIN.statuses),
});
export type Registration = z.infer<typeof registrationSchema>;

/**
 * Why the last query found no expiry. Four problems are final: with `noRdap` the top-level domain has no RDAP service,
 * with `notFound` the registry does not have the name, with `noExpiration` it does not return when the registration
 * ends, and with `refused` it refuses the query. After the others the query is repeated: with `busy` the registry limits
 * requests, with `unavailable` it does not answer, with `insecure` its TLS cannot be trusted, and with `unreadable` its
 * answer is not RDAP.
 */
export const domainProblemSchema = z.enum([
  'noRdap',
  'notFound',
  'noExpiration',
  'refused',
  'busy',
  'unavailable',
  'insecure',
  'unreadable',
]);
export type DomainProblem = z.infer<typeof domainProblemSchema>;

/** The vote that a domain has cast; `endsAt` is the expiry that it warns of, or null. */
export const domainVoteSchema = z.object({
  state: z.enum(['new', 'up', 'expired', 'unknown']),
  endsAt: atMsSchema.nullable(),
});
export type DomainVote = z.infer<typeof domainVoteSchema>;

/** `domains/{endpoint}`: the domain of an endpoint `domain://name` (docs/domains.md). */
export const domainSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  name: z.string().max(253),
  /** The endpoint's revision. */
  rev: revisionSchema,
  paused: z.boolean(),
  vote: domainVoteSchema,
  /** The number of the domain's last vote. */
  voteSeq: countSchema,
  /** The last known registration, as of `answeredAt`. */
  registration: registrationSchema.nullable(),
  answeredAt: atMsSchema.nullable(),
  /** When the registry was last queried. */
  askedAt: atMsSchema.nullable(),
  problem: domainProblemSchema.nullable(),
  /** The status code with which the registry refused or failed the last query; null without one. */
  statusCode: z.number().int().nullable().default(null),
  /** How many queries in a row have failed. */
  failures: countSchema,
  /** When the registry is queried next; null while the endpoint is paused. */
  askAt: atMsSchema.nullable(),
  createdAt: atMsSchema,
  stuck: stuckSchema.optional(),
});
export type Domain = z.infer<typeof domainSchema>;

export const domainCollection = declareCollection({
  path: 'domains',
  schema: domainSchema,
  readableBy: 'member',
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
    'statusCode',
    'vote',
    'voteSeq',
  ],
  indexes: [['askAt'], ['stuck']],
  account: 'owned',
});
