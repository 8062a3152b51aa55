import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { publicIncidentSchema } from '../values/status-page/publication.ts';
import { declareCollection } from './collection.ts';

/**
 * `pages/{slug}/publications/{id}`: an incident in people's words. `incidentId`: the detected one that it is about,
 * `otherIncidentIds`: more of them. `automatic`: posted without its owner, and updated so until somebody writes.
 * `deleted`: nobody sees it; kept so that its incidents are not posted again. `expireAt`: null until it is resolved.
 */
export const publicationSchema = publicIncidentSchema.extend({
  incidentId: idSchema.nullable(),
  otherIncidentIds: z.array(idSchema).default([]),
  automatic: z.boolean(),
  deleted: z.boolean().default(false),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  expireAt: atMsSchema.nullable(),
});
export type Publication = z.infer<typeof publicationSchema>;

/** The detected incidents that a post is about. */
export function incidentIdsOf({
  incidentId,
  otherIncidentIds,
}: Pick<Publication, 'incidentId' | 'otherIncidentIds'>): string[] {
  return incidentId === null ? otherIncidentIds : [incidentId, ...otherIncidentIds];
}

export const publicationCollection = declareCollection({
  path: 'pages/{}/publications',
  schema: publicationSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['automatic', 'components', 'createdAt', 'deleted', 'otherIncidentIds', 'title', 'updatedAt', 'updates'],
  indexes: [['startedAt desc'], ['resolvedAt']],
  account: 'with parent',
});
