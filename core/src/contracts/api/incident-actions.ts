import { z } from 'zod';
import { idSchema, lineSchema, textSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { MEMBER_MAIL_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';
import { doneSchema } from './parts.ts';

/** How long a snooze can be, in minutes. */
export const SNOOZE_MIN = { least: 5, most: 7 * 24 * 60 } as const;

const noteSchema = textSchema.max(LIMITS.noteLength);

/** Optional fields of an acknowledgement, from the app and from a link. */
export const noteFieldSchema = noteSchema.default('');
/** The name that a visitor gives. */
export const personNameSchema = lineSchema.max(LIMITS.personLength).default('');
export const snoozeMinutesSchema = z.number().int().min(SNOOZE_MIN.least).max(SNOOZE_MIN.most).nullable();

const idsSchema = z.array(idSchema).min(1).max(100);

/**
 * What became of each incident. `changed`: those that are as requested now, also if they were before. `skipped`: why
 * nothing was done; another owner's is not found.
 */
const actionResultSchema = z.object({
  changed: z.array(idSchema),
  skipped: z.array(z.object({ id: idSchema, reason: z.enum(['not_found', 'resolved']) })),
});
export type ActionResult = z.infer<typeof actionResultSchema>;

export const incidentActionCalls = {
  acknowledge: apiCall({
    method: 'post',
    path: '/v1/incidents/acknowledge',
    scope: 'write',
    role: 'editor',
    changes: ['incident', 'acknowledged'],
    summary: 'Acknowledge incidents: no more reminders, and no messages through delayed channels',
    body: z.object({ ids: idsSchema, note: noteFieldSchema }),
    output: actionResultSchema,
  }),
  unacknowledge: apiCall({
    method: 'post',
    path: '/v1/incidents/unacknowledge',
    scope: 'write',
    role: 'editor',
    changes: ['incident', 'unacknowledged'],
    summary: 'Withdraw the acknowledgement of incidents',
    body: z.object({ ids: idsSchema }),
    output: actionResultSchema,
  }),
  snooze: apiCall({
    method: 'post',
    path: '/v1/incidents/snooze',
    scope: 'write',
    role: 'editor',
    changes: ['incident', 'snoozed'],
    summary: 'Only announce the recovery of incidents for some minutes from now; null ends that',
    body: z.object({ ids: idsSchema, minutes: snoozeMinutesSchema }),
    output: actionResultSchema,
  }),
  note: apiCall({
    method: 'post',
    path: '/v1/incidents/note',
    scope: 'write',
    role: 'editor',
    changes: ['incident', 'noted'],
    summary: 'Add a note to the timeline of an incident, also of a resolved one',
    body: z.object({ id: idSchema, note: noteSchema.min(1) }),
    output: actionResultSchema,
  }),
  assign: apiCall({
    method: 'post',
    path: '/v1/incidents/assign',
    scope: 'person',
    isListed: false,
    role: 'editor',
    rate: MEMBER_MAIL_RATE,
    changes: ['incident', 'assigned'],
    summary: 'Assign an incident, also a resolved one, to a person of the account or to nobody; they get a mail',
    body: z.object({ id: idSchema, personId: idSchema.nullable() }),
    output: doneSchema,
    errors: ['not_found'],
  }),
};
