import { z } from 'zod';
import { idSchema } from '../../values/fields.ts';
import { publicationUpdateSchema, publicIncidentSchema } from '../../values/status-page/publication.ts';
import { slugSchema } from '../../values/status-page/slug.ts';
import { apiCall } from './call.ts';
import { doneSchema, isoSchema } from './parts.ts';

const bySlugSchema = z.object({ slug: slugSchema });
const byBothSchema = bySlugSchema.extend({ id: idSchema });

const fieldsSchema = publicIncidentSchema.pick({ title: true, components: true });
const updateInputSchema = publicationUpdateSchema.omit({ at: true });
/** Whether subscribers are mailed. */
const notifySchema = z.boolean().default(false);

/**
 * A posted incident. `incidentId` is the detected one that it is about. `automatic` means that its owner has not edited it.
 * `address`: of its own page. `mailing`: how far mails about the newest update are, null if none are sent.
 */
const publicationAnswerSchema = publicIncidentSchema.omit({ updates: true }).extend({
  id: idSchema,
  incidentId: idSchema.nullable(),
  automatic: z.boolean(),
  address: z.string(),
  updates: z.array(publicationUpdateSchema.extend({ at: isoSchema })),
  startedAt: isoSchema,
  resolvedAt: isoSchema.nullable(),
});
export type PublicationAnswer = z.infer<typeof publicationAnswerSchema>;

export const publicationCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/pages/:slug/incidents',
    scope: 'read',
    role: 'viewer',
    summary: 'Incidents as posted on a status page, the newest first, 50 at a time',
    params: bySlugSchema,
    query: z.object({ before: isoSchema.optional() }),
    output: z.object({ incidents: z.array(publicationAnswerSchema), next: isoSchema.nullable() }),
  }),
  create: apiCall({
    method: 'post',
    path: '/v1/pages/:slug/incidents',
    scope: 'write',
    role: 'editor',
    changes: ['post', 'created'],
    isRepeatable: true,
    summary: 'Post an incident on a status page, about a detected one or not',
    status: 201,
    params: bySlugSchema,
    body: fieldsSchema.extend({
      ...updateInputSchema.shape,
      incidentId: idSchema.nullable().default(null),
      notify: notifySchema,
    }),
    output: publicationAnswerSchema,
    errors: ['too_many_open', 'already_posted', 'page_full'],
  }),
  change: apiCall({
    method: 'put',
    path: '/v1/pages/:slug/incidents/:id',
    scope: 'write',
    role: 'editor',
    changes: ['post', 'changed'],
    summary: 'Change the title and components of a posted incident',
    params: byBothSchema,
    body: fieldsSchema,
    output: publicationAnswerSchema,
    errors: ['page_full'],
  }),
  update: apiCall({
    method: 'post',
    path: '/v1/pages/:slug/incidents/:id/updates',
    scope: 'write',
    role: 'editor',
    changes: ['post', 'changed'],
    summary: 'Post an update; `resolved` ends the incident, another state opens it again',
    status: 201,
    params: byBothSchema,
    body: updateInputSchema.extend({ notify: notifySchema }),
    output: publicationAnswerSchema,
    errors: ['too_many_updates', 'too_many_open', 'page_full'],
  }),
  remove: apiCall({
    method: 'delete',
    path: '/v1/pages/:slug/incidents/:id',
    scope: 'write',
    role: 'editor',
    changes: ['post', 'deleted'],
    summary: 'Delete a posted incident with its updates',
    params: byBothSchema,
    output: doneSchema,
  }),
};
