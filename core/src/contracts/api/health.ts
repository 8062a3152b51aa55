import { z } from 'zod';
import { countSchema } from '../../values/fields.ts';
import { apiCall } from './call.ts';
import { isoSchema } from './parts.ts';

/** `GET /health`: a stopped sweep is the error `unhealthy`. */
const healthSchema = z.object({ status: z.literal('ok') });
export const HEALTHY: z.infer<typeof healthSchema> = { status: 'ok' };

/**
 * `GET /health/system`, counts over all accounts. `sweep.at`: the last one, null before the first; `late`: the reason
 * for which `/health` fails. `changes`: verdict changes that wait for more than a minute, since when the oldest does,
 * those that could not be applied, and owners some of whose results could not be stored since yesterday (`refused`).
 * `pings`: when the canary was last answered, null if it never was, and since when the ping URL does not answer.
 * `channels`: those that fail and are tried again, and those that have stopped. `mail.refusedAt`: when the mail server last
 * refused a mailing to subscribers as a whole, null if it did not since yesterday.
 */
const systemHealthSchema = z.object({
  sweep: z.object({ at: isoSchema.nullable(), late: z.boolean() }),
  changes: z.object({ waiting: countSchema, since: isoSchema.nullable(), parked: countSchema, refused: countSchema }),
  pings: z.object({ heardAt: isoSchema.nullable(), unreachableSince: isoSchema.nullable() }),
  channels: z.object({ failing: countSchema, stopped: countSchema }),
  mail: z.object({ refusedAt: isoSchema.nullable() }),
  /** Documents on which scheduled work fails and is put off, until two hours after the last failure. */
  stuck: countSchema,
});
export type SystemHealth = z.infer<typeof systemHealthSchema>;

export const healthCalls = {
  check: apiCall({
    method: 'get',
    path: '/health',
    scope: 'anyone',
    role: 'anyone',
    summary: 'Whether the scheduled work runs, for uptime checks: 503 if it has not run for five minutes',
    output: healthSchema,
    errors: ['unhealthy'],
  }),
  system: apiCall({
    method: 'get',
    path: '/health/system',
    scope: 'admin',
    role: 'self',
    summary:
      'The last sweep, whether pings arrive, waiting verdict changes, failing channels, and work that is put off',
    output: systemHealthSchema,
  }),
};
