import { z } from 'zod';
import { certificateSchema } from '../values/certificate.ts';
import { checkErrorSchema } from '../values/check.ts';
import { evidenceSchema } from '../values/check-answer.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { localFailureSchema } from '../values/local-failure.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { slownessSchema } from '../values/slow.ts';
import { declareCollection } from './collection.ts';

/** A verdict; the status and error are those of the confirming check. */
export const verdictSchema = z.object({
  up: z.boolean(),
  /** When its first check started. */
  since: atMsSchema,
  statusCode: z.number().int().min(100).max(999).nullable(),
  error: checkErrorSchema.nullable(),
  certificateEndsAt: atMsSchema.optional(),
  /**
   * Present while its responses take longer than the assigned limit; null while too few checks have told, so that what was
   * known before goes on.
   */
  slow: slownessSchema.nullable().optional(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** A verdict with the endpoint's revision. */
export const reportedVerdictSchema = verdictSchema.extend({ rev: revisionSchema });
export type ReportedVerdict = z.infer<typeof reportedVerdictSchema>;

/** The local failure for which an agent can no longer check an endpoint, and since when. */
export const withdrawalSchema = z.object({ reason: localFailureSchema, since: atMsSchema });
export type Withdrawal = z.infer<typeof withdrawalSchema>;

/** A withdrawal with the endpoint's revision. */
export const reportedWithdrawalSchema = withdrawalSchema.extend({ rev: revisionSchema });
export type ReportedWithdrawal = z.infer<typeof reportedWithdrawalSchema>;

/**
 * A change of the agent itself: its votes count (again), or why they do not. The votes of a `retired` agent, which was
 * reset or deleted, count until its assignments are handed over.
 */
export const livenessSchema = z.enum(['live', 'lost', 'abstaining', 'retired']);
export type Liveness = z.infer<typeof livenessSchema>;

/** The key of a verdict change's part about the agent itself, next to the parts by owner. */
export const AGENT_PART = '*';

/**
 * `verdictChanges/{agent}_{agentSeq}`: verdicts that changed or were withdrawn, by owner, and changes of the agent
 * itself. It is create-only, and is applied in the order of `agentSeq`, then marked.
 */
export const verdictChangeSchema = z.object({
  agentId: idSchema,
  location: locationCodeSchema,
  agentSeq: countSchema,
  liveness: livenessSchema.nullable(),
  verdicts: z.record(
    idSchema,
    z.object({
      generation: z.number().int(),
      endpoints: z.record(idSchema, reportedVerdictSchema),
      withdrawn: z.record(idSchema, reportedWithdrawalSchema).optional(),
      evidence: z.record(idSchema, evidenceSchema).optional(),
      certificates: z.record(idSchema, certificateSchema).optional(),
    }),
  ),
  /** A change with parts that could not be applied is `parked` until `retryAt`. */
  state: z.enum(['new', 'parked', 'applied']),
  /** Why parts could not be applied, by owner. */
  parked: z.record(z.string(), z.string()).default({}),
  attempts: countSchema.default(0),
  retryAt: atMsSchema.nullable().default(null),
  createdAt: atMsSchema,
  appliedAt: atMsSchema.nullable(),
  expireAt: atMsSchema.nullable(),
});
export type VerdictChange = z.infer<typeof verdictChangeSchema>;

export const verdictChangeCollection = declareCollection({
  path: 'verdictChanges',
  schema: verdictChangeSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['appliedAt', 'attempts', 'createdAt', 'parked', 'retryAt', 'verdicts'],
  indexes: [
    ['agentId', 'state', 'retryAt'],
    ['state', 'retryAt'],
    ['agentId', 'state', 'agentSeq'],
    ['state', 'createdAt'],
  ],
  account: 'shared',
});

/** Returns a new verdict change that is not applied yet. */
export function newVerdictChange(
  change: Pick<VerdictChange, 'agentId' | 'location' | 'agentSeq' | 'liveness' | 'verdicts'>,
  nowMs: number,
): VerdictChange {
  return {
    ...change,
    state: 'new',
    parked: {},
    attempts: 0,
    retryAt: null,
    createdAt: nowMs,
    appliedAt: null,
    expireAt: null,
  };
}

export function verdictChangeId(agentId: string, agentSeq: number): string {
  return `${agentId}_${String(agentSeq).padStart(10, '0')}`;
}
