import { z } from 'zod';
import { agentConditionSchema, deviceSchema } from '../values/device.ts';
import { dirtyHoursSchema } from '../values/dirty-hours.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { localFailureSchema } from '../values/local-failure.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { presenceSchema } from '../values/presence.ts';
import { stuckSchema } from '../values/stuck.ts';
import { bucketSchema } from '../values/token-bucket.ts';
import { windowCountsSchema } from '../values/window-share.ts';
import { declareCollection } from './collection.ts';

/** `agents/{id}`: an agent as its admin sees it. */
export const agentSchema = z.object({
  /** The admin who manages the agent. */
  ownerId: idSchema,
  name: z.string(),
  location: locationCodeSchema,
  description: z.string(),
  /** Whether a device has the agent's key: false before the first registration and after a reset. */
  registered: z.boolean(),
  /** Set by the sweep for a silent agent, and cleared by its next report. */
  lost: z.boolean(),
  /** The current problem that the agent's admin was notified of. */
  notifiedOf: z.enum(['lost', 'abstaining']).nullable().default(null),
  device: deviceSchema.nullable(),
  ipAddress: z.string().nullable(),
  condition: agentConditionSchema.nullable(),
  /** The same time as in the agent's state. */
  abstainingSince: atMsSchema.nullable(),
  endpointCount: countSchema,
  /** The number of checks in ten minutes that its assignments require. */
  plannedChecks: countSchema.default(0),
  activatedAt: atMsSchema.nullable(),
  /** Null until the first report. */
  lastReportAt: atMsSchema.nullable(),
  lastSyncAt: atMsSchema.nullable(),
  createdAt: atMsSchema,
  stuck: stuckSchema.optional(),
});
export type Agent = z.infer<typeof agentSchema>;

export const agentCollection = declareCollection({
  path: 'agents',
  schema: agentSchema,
  readableBy: 'owning admin',
  isMissingReadable: true,
  noIndex: ['activatedAt', 'condition', 'createdAt', 'description', 'device', 'lastSyncAt'],
  indexes: [
    ['location', 'registered'],
    ['ownerId', 'createdAt desc'],
    ['location', 'registered', 'lastReportAt'],
    ['lost', 'lastReportAt'],
    ['lastReportAt'],
    ['abstainingSince'],
    ['stuck'],
  ],
  account: 'owned',
});

/** `agents/{id}/private/registration`. The code is stored until it is used, then only its hash, for a repeated call. */
export const registrationSchema = z.object({
  code: z.string().nullable(),
  codeHash: z.string(),
  expiresAt: atMsSchema,
  usedAt: atMsSchema.nullable(),
  usedByKey: z.string().nullable(),
});
export type Registration = z.infer<typeof registrationSchema>;

export const registrationCollection = declareCollection({
  path: 'agents/{}/private',
  schema: registrationSchema,
  readableBy: 'none',
  noIndex: ['code', 'codeHash', 'expiresAt', 'usedAt', 'usedByKey'],
  account: 'none',
});

/**
 * The last verdict on an endpoint: up (1) or down (0), the time and the duration in ms of its last check, when the
 * certificate ends if that is near (else 0; see `RECHECK_REQUESTED`), the endpoint's revision, and since when it is slow (else 0;
 * see `SLOW_UNKNOWN`). The last two are left out if they are 0.
 */
export const verdictMemorySchema = z.tuple([
  z.literal([0, 1]),
  atMsSchema,
  countSchema,
  countSchema,
  countSchema.optional(),
  countSchema.optional(),
]);
export type VerdictMemory = z.infer<typeof verdictMemorySchema>;

/** Replaces the end of a certificate: a recheck is requested, and a check from the stored time on answers it. */
export const RECHECK_REQUESTED = 1;
/** Replaces the start of slowness: whether it is slow is not known, so that the next that is known is a change. */
export const SLOW_UNKNOWN = 1;

/**
 * The local failure because of which an endpoint has no verdict, the endpoint's revision, and when the failure started,
 * epoch ms.
 */
const withdrawalMemorySchema = z.tuple([localFailureSchema, revisionSchema, countSchema]);

const ownerMemorySchema = z.object({
  generation: z.number().int(),
  endpoints: z.record(idSchema, verdictMemorySchema),
  withdrawn: z.record(idSchema, withdrawalMemorySchema).optional(),
});
export type OwnerMemory = z.infer<typeof ownerMemorySchema>;

/** `agentStates/{id}`: what a check-in reads. */
export const agentStateSchema = z.object({
  location: locationCodeSchema,
  tokenGeneration: z.number().int(),
  publicKey: z.string().nullable(),
  spool: z.string().nullable(),
  previousSpools: z.array(z.string()),
  /** The number of the last report of `spool`. */
  seq: countSchema,
  /** The process that sent the last applied report. */
  appliedBy: z.string().optional(),
  /** Counts reports and losses over all spools. */
  agentSeq: countSchema,
  /** The generation of each assigned owner. */
  owners: z.record(idSchema, z.number().int()),
  /** Owners that were assigned before, whose late checks are still stored. */
  previousOwners: z.record(idSchema, z.object({ generation: z.number().int(), endedAt: atMsSchema })),
  verdicts: z.record(idSchema, ownerMemorySchema),
  abstainingSince: atMsSchema.nullable(),
  lost: z.boolean(),
  presence: presenceSchema.nullable(),
  windowCounts: z.object({ live: windowCountsSchema, backfill: windowCountsSchema }),
  /** How many reports the agent may send. */
  budget: bucketSchema.optional(),
  dirtyHours: dirtyHoursSchema,
  dirtyAt: atMsSchema.nullable(),
  /** The newest hours that were rolled up. */
  rolledHours: z.array(countSchema).default([]),
  deleting: z.boolean().default(false),
  stuck: stuckSchema.optional(),
});
export type AgentState = z.infer<typeof agentStateSchema>;

export const agentStateCollection = declareCollection({
  path: 'agentStates',
  schema: agentStateSchema,
  readableBy: 'none',
  noIndex: [
    'abstainingSince',
    'agentSeq',
    'appliedBy',
    'budget',
    'dirtyHours',
    'previousOwners',
    'previousSpools',
    'location',
    'owners',
    'presence',
    'publicKey',
    'rolledHours',
    'seq',
    'spool',
    'verdicts',
    'windowCounts',
  ],
  indexes: [['dirtyAt'], ['stuck']],
  account: 'shared',
});

/** Returns a new agent, without a device. */
export function newAgent(given: Pick<Agent, 'ownerId' | 'name' | 'location' | 'description'>, nowMs: number): Agent {
  return {
    ...given,
    registered: false,
    lost: false,
    notifiedOf: null,
    device: null,
    ipAddress: null,
    condition: null,
    abstainingSince: null,
    endpointCount: 0,
    plannedChecks: 0,
    activatedAt: null,
    lastReportAt: null,
    lastSyncAt: null,
    createdAt: nowMs,
  };
}

/** Returns a new agent's state, without reports and assignments. */
export function newAgentState(location: AgentState['location']): AgentState {
  return {
    location,
    tokenGeneration: 1,
    publicKey: null,
    spool: null,
    previousSpools: [],
    seq: 0,
    agentSeq: 0,
    owners: {},
    previousOwners: {},
    verdicts: {},
    abstainingSince: null,
    lost: false,
    presence: null,
    windowCounts: { live: null, backfill: null },
    dirtyHours: {},
    dirtyAt: null,
    rolledHours: [],
    deleting: false,
  };
}
