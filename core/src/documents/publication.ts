import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { publicIncidentSchema } from '../values/status-page/publication.ts';
import { declareCollection } from './collection.ts';

/** `pages/{slug}/publications/{id}`: an incident as posted on a status page. */
export const publicationSchema = publicIncidentSchema.extend({
  /** The detected incident that the post is about. */
  incidentId: idSchema.nullable(),
  /** More detected incidents that the post is about. */
  otherIncidentIds: z.array(idSchema).default([]),
  /** The incident was posted without its owner, and is updated so until the owner writes. */
  automatic: z.boolean(),
  /** No visitor sees the post. It is kept so that its incidents are not posted again. */
  deleted: z.boolean().default(false),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  /** Null until the incident is resolved. */
  expireAt: atMsSchema.nullable(),
});
export type Publication = z.infer<typeof publicationSchema>;

/** Returns the detected incidents that a post is about. */
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
