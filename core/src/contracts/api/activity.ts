import { z } from 'zod';
import { activitySchema } from '../../documents/activity.ts';
import { idSchema } from '../../values/fields.ts';
import { apiCall } from './call.ts';
import { isoSchema } from './parts.ts';

const entrySchema = activitySchema
  .pick({ actor: true, actorId: true, actorName: true, kind: true, action: true, address: true, call: true })
  .extend({
    id: idSchema,
    at: isoSchema,
    subjectId: z.string(),
    subjectName: z.string(),
    /** The API's names of what has changed. */
    fields: z.array(z.string()),
  });
export type ActivityAnswer = z.infer<typeof entrySchema>;

const MOST = 300;

const querySchema = z.object({
  actor: activitySchema.shape.actor.optional(),
  kind: activitySchema.shape.kind.optional(),
  /** The last entries before this time; all by default. */
  before: isoSchema.optional(),
  limit: z.coerce.number().int().min(1).max(MOST).default(50),
  /** The `next` of the answer before. */
  cursor: z.string().max(200).optional(),
});

export const activityCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/activity',
    scope: 'read',
    role: 'editor',
    summary: 'Who changed what of the account in the past 400 days, the newest first',
    query: querySchema,
    output: z.object({ entries: z.array(entrySchema), next: z.string().nullable() }),
  }),
};
