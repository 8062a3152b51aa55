import { z } from 'zod';
import { LANGUAGE_CODES } from '../values/languages.ts';
import { componentStatusSchema, publicationStateSchema } from '../values/status-page/component-status.ts';
import { OVERALL_STATUSES } from '../values/status-page/overall-status.ts';

const isoSchema = z.iso.datetime();
const percentSchema = z.number().nullable();

const incidentSchema = z.object({
  id: z.string(),
  title: z.string(),
  address: z.url(),
  state: publicationStateSchema,
  components: z.array(z.string()),
  startedAt: isoSchema,
  resolvedAt: isoSchema.nullable(),
  updates: z.array(z.object({ state: publicationStateSchema, text: z.string(), at: isoSchema })),
});

/**
 * `/status/{slug}.json` (docs/status-site.md, JSON): fields are only ever added. `uptime` and `responseMs` are missing
 * where the page does not show them. `components` of an incident or maintenance are keys. Updates are the oldest first.
 */
export const statusJsonSchema = z.object({
  title: z.string(),
  address: z.url(),
  language: z.enum(LANGUAGE_CODES),
  timeZone: z.string(),
  status: z.enum(OVERALL_STATUSES),
  statusText: z.string(),
  confirmedAt: isoSchema,
  changedAt: isoSchema,
  groups: z.array(
    z.object({
      name: z.string(),
      components: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          status: componentStatusSchema,
          since: isoSchema,
          uptime: z
            .object({ hours24: percentSchema, days7: percentSchema, days30: percentSchema, days90: percentSchema })
            .optional(),
          responseMs: z.number().nullable().optional(),
        }),
      ),
    }),
  ),
  incidents: z.array(incidentSchema),
  maintenance: z.array(
    z.object({ name: z.string(), startsAt: isoSchema, endsAt: isoSchema, components: z.array(z.string()) }),
  ),
});
export type StatusJson = z.infer<typeof statusJsonSchema>;
