import { z } from 'zod';
import { heartbeatCheckSchema } from '../values/check-types/heartbeat.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** What a ping reports: a success, a failure, that the job starts, or only something to remember. */
export const pingKindSchema = z.enum(['success', 'fail', 'start', 'log']);
export type PingKind = z.infer<typeof pingKindSchema>;

/**
 * A ping that was received. `number`: counted from 1. `exitStatus`: if the job sent it. `rid`: names one run of the job.
 * `durationMs`: the run time, if its start is known. `bytes`: of the whole body.
 */
export const pingSchema = z.object({
  number: countSchema,
  at: atMsSchema,
  kind: pingKindSchema,
  exitStatus: z.number().int().min(0).max(255).nullable(),
  rid: z.string().nullable(),
  durationMs: countSchema.nullable(),
  bytes: countSchema,
});
export type Ping = z.infer<typeof pingSchema>;

/**
 * `heartbeats/{key}`: an endpoint `heartbeat://name`, and its last pings (docs/heartbeats.md). `key`: the UUID of its
 * ping URL; `pingKey` and `slug`: of its other one. `check` and `rev` are the endpoint's. `voteSeq`: number of its last
 * vote. `lastPingAt`: the last success or failure, null since a pause. `dueAt`: when it is late; null for never.
 * `today`: pings on a UTC day. `bodies`: of the last pings that had one, by the ping's number.
 */
export const heartbeatSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  endpointId: idSchema,
  pingKey: z.string(),
  slug: z.string(),
  check: heartbeatCheckSchema.nullable(),
  rev: revisionSchema,
  paused: z.boolean(),
  state: z.enum(['new', 'up', 'down']),
  voteSeq: countSchema,
  lastPingAt: atMsSchema.nullable(),
  lastSuccessAt: atMsSchema.nullable(),
  lastStartAt: atMsSchema.nullable(),
  lastStartRid: z.string().nullable(),
  dueAt: atMsSchema.nullable(),
  pingCount: countSchema,
  today: z.object({ date: z.string(), count: countSchema }),
  pings: z.array(pingSchema),
  bodies: z.array(z.object({ number: countSchema, text: z.string() })),
  createdAt: atMsSchema,
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

export const heartbeatCollection = declareCollection({
  path: 'heartbeats',
  schema: heartbeatSchema,
  readableBy: 'owner',
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
    'slug',
    'state',
    'today',
    'voteSeq',
  ],
  indexes: [['dueAt'], ['pingKey', 'slug']],
  account: 'owned',
});
