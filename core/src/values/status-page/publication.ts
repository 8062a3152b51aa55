import { z } from 'zod';
import { atMsSchema, lineSchema, textSchema } from '../fields.ts';
import { publicationStateSchema } from './component-status.ts';
import { STATUS_PAGE } from './limits.ts';
import { componentKeySchema } from './page-fields.ts';

/** An update that was posted about an incident: plain text, in which line breaks are kept. */
export const publicationUpdateSchema = z.object({
  state: publicationStateSchema,
  text: textSchema.min(1).max(STATUS_PAGE.updateLength),
  at: atMsSchema,
});
export type PublicationUpdate = z.infer<typeof publicationUpdateSchema>;

/**
 * A posted incident, as a status page shows it. `components`: their keys; those that the page no longer has
 * are left out. `updates`: the oldest first; the last one's state is the incident's.
 */
export const publicIncidentSchema = z.object({
  title: lineSchema.min(1).max(STATUS_PAGE.titleLength),
  components: z.array(componentKeySchema).max(STATUS_PAGE.components),
  updates: z.array(publicationUpdateSchema).min(1).max(STATUS_PAGE.updates),
  startedAt: atMsSchema,
  resolvedAt: atMsSchema.nullable(),
});
export type PublicIncident = z.infer<typeof publicIncidentSchema>;
