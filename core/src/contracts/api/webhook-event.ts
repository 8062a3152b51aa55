import { z } from 'zod';
import { messageContentSchema, messageKindSchema, messageValuesSchema } from '../../documents/message.ts';
import { failuresAnswerSchema } from './failure-answer.ts';
import { isoSchema } from './parts.ts';

/** Is raised when a field changes its meaning or goes; new fields do not raise it. */
export const WEBHOOK_VERSION = 1;

const about = (text: string) => ({ description: text });

/** What a message reports about one endpoint, agent or channel. */
const eventSchema = messageContentSchema.omit({ values: true }).extend({
  ...messageValuesSchema.shape,
  outage: messageContentSchema.shape.outage.meta(
    about('Number of the outage in its incident, 0 for the incident itself; null for a notice'),
  ),
  ended: messageContentSchema.shape.ended.meta(about('Numbers of the outages that are over; 0 is the incident itself')),
  endpoint: messageValuesSchema.shape.endpoint.meta(about('Name of the endpoint')),
  durationMs: messageValuesSchema.shape.durationMs.meta(
    about('Of all outages that are over; for a reminder, how long the outage has lasted'),
  ),
  stillFailing: messageValuesSchema.shape.stillFailing.meta(
    about('Locations from which an endpoint that is up again still fails'),
  ),
  dependents: messageValuesSchema.shape.dependents.meta(
    about('How many monitors depend on what failed, whose failures are not announced meanwhile'),
  ),
  names: messageValuesSchema.shape.names.meta(about('The first few endpoints of a notice, of which there are `count`')),
  failures: failuresAnswerSchema.meta(
    about(
      'What each failing location received; `excerpt` is the beginning of the body as one line, of a job its last line',
    ),
  ),
  upStatuses: messageValuesSchema.shape.upStatuses.meta(
    about('The status codes elsewhere when the last of them failed; null if unknown'),
  ),
  certificate: messageValuesSchema.shape.certificate.meta(
    about(
      'Of a certificate that expires soon, in `count` days: its issuers, the nearest first, its names, and the intermediate certificate if that one expires',
    ),
  ),
  occurredAt: isoSchema,
  certificateEndsAt: isoSchema
    .nullable()
    .meta(about('When what expires soon ends: the certificate, or of `domain` the registration, in `count` days')),
  changes: messageValuesSchema.shape.changes.meta(
    about('Of `domain_changed`: what its registry said before and says now; name servers are separated by commas'),
  ),
});

/** The body of a webhook (docs/notifications.md, Webhooks). The OpenAPI document describes it. */
export const webhookEventSchema = z.object({
  type: z
    .enum([...messageKindSchema.options, 'digest', 'test'])
    .meta(about('What it reports: the kind of its only event, `digest` for several, or `test`')),
  version: z.literal(WEBHOOK_VERSION).meta(about('Of this schema. New fields may come without another version')),
  timestamp: isoSchema.meta(about('When the latest of its events occurred')),
  data: z.object({
    id: z.string().meta(about('The message; the same whenever it is sent again')),
    title: z.string(),
    text: z.string().meta(about('All of it as plain text, in the language of the channel')),
    link: z.string().nullable().meta(about('Opens the incident or the app')),
    events: z.array(eventSchema).meta(about('Empty for a test')),
  }),
});
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
