import { z } from 'zod';
import { heartbeatCheckSchema } from '../values/check-types/heartbeat.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { slownessSchema } from '../values/slow.ts';
import { stuckSchema } from '../values/stuck.ts';
import { declareCollection } from './collection.ts';

/** What a ping reports: a success, a failure, the start of the job, or only a text to keep. */
export const pingKindSchema = z.enum(['success', 'fail', 'start', 'log']);
export type PingKind = z.infer<typeof pingKindSchema>;

/** A ping that was received. */
export const pingSchema = z.object({
  /** Counts the pings from 1. */
  number: countSchema,
  at: atMsSchema,
  kind: pingKindSchema,
  /** Null if the job did not send it. */
  exitStatus: z.number().int().min(0).max(255).nullable(),
  /** Identifies one run of the job. */
  rid: z.string().nullable(),
  /** The run time; null if the start is not known. */
  durationMs: countSchema.nullable(),
  /** The size of the whole body. */
  bytes: countSchema,
});
export type Ping = z.infer<typeof pingSchema>;

/**
 * `heartbeats/{key}`: an endpoint `heartbeat://name` and its last pings (docs/heartbeats.md). The key is the UUID in
 * its ping URL.
 */
export const heartbeatSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  endpointId: idSchema,
  /** The first part of the endpoint's other ping URL. */
  pingKey: z.string(),
  /** The second part of the endpoint's other ping URL. */
  slug: z.string(),
  /** The endpoint's check. */
  check: heartbeatCheckSchema.nullable(),
  /** The endpoint's revision. */
  rev: revisionSchema,
  paused: z.boolean(),
  /** Above which run time its job is slow; null for never. */
  slowMs: z.int().positive().nullable().default(null),
  /** Null while its job is not slow. */
  slow: slownessSchema.nullable().default(null),
  state: z.enum(['new', 'up', 'down']),
  /** The number of the heartbeat's last vote. */
  voteSeq: countSchema,
  /** When the last success or failure arrived; null since a pause. */
  lastPingAt: atMsSchema.nullable(),
  lastSuccessAt: atMsSchema.nullable(),
  lastStartAt: atMsSchema.nullable(),
  lastStartRid: z.string().nullable(),
  /** When the heartbeat is late; null for never. */
  dueAt: atMsSchema.nullable(),
  pingCount: countSchema,
  /** How many pings arrived on a UTC day. */
  today: z.object({ date: z.string(), count: countSchema }),
  pings: z.array(pingSchema),
  /** The last bodies, by the number of their ping. */
  bodies: z.array(z.object({ number: countSchema, text: z.string() })),
  createdAt: atMsSchema,
  stuck: stuckSchema.optional(),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

export const heartbeatCollection = declareCollection({
  path: 'heartbeats',
  schema: heartbeatSchema,
  readableBy: 'editor',
  isMissingReadable: true,
  noIndex: [
    'bodies',
    'check',
    'createdAt',
    'endpointId',
    'lastPingAt',
    'lastStartAt',
    'lastStartRid',
    'lastSuccessAt',
    'monitorId',
    'paused',
    'pingCount',
    'pings',
    'rev',
    'slow',
    'slowMs',
    'slug',
    'state',
    'today',
    'voteSeq',
  ],
  indexes: [['dueAt'], ['pingKey', 'slug'], ['stuck']],
  account: 'owned',
});
