import { z } from 'zod';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

const HOSTS = /(^|\.)(logic\.azure\.com|api\.powerplatform\.com|api\.powerautomate\.com|flow\.microsoft\.com)$/;
/** learn.microsoft.com/microsoftteams/limits-specifications-teams; whether as UTF-8 or UTF-16 is not documented. */
const MAX_BYTES = 28 * 1024;

const urlSchema = z.url({ protocol: /^https?$/ });
const openUrlSchema = z.object({ type: z.literal('Action.OpenUrl'), title: z.string().optional(), url: urlSchema });
const text = z.string().min(1);
const color = z.enum(['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention']).optional();
const runSchema = z.object({ type: z.literal('TextRun'), text, color, selectAction: openUrlSchema.optional() });

/** adaptivecards.io/explorer, version 1.4: elements that show text. */
const elementSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('TextBlock'), text, color, wrap: z.boolean().optional() }),
  z.object({ type: z.literal('RichTextBlock'), inlines: z.array(z.union([text, runSchema])).min(1) }),
  z.object({ type: z.literal('FactSet'), facts: z.array(z.object({ title: text, value: text })).min(1) }),
]);

const cardSchema = z.object({
  type: z.literal('AdaptiveCard'),
  version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4']),
  body: z.array(elementSchema).min(1),
  actions: z.array(openUrlSchema).max(6).optional(),
});

/** The properties that the template 'Post to a channel when a webhook request is received' reads. */
const messageSchema = z.object({
  type: z.literal('message'),
  attachments: z
    .array(z.object({ contentType: z.literal('application/vnd.microsoft.card.adaptive'), content: cardSchema }))
    .min(1),
});

/** Workflows of Microsoft Teams, which accept a message before they post it: a bad card is only a failed run. */
export function teams(): ChannelService {
  return {
    name: 'teams',
    hasHost: (host) => HOSTS.test(host),
    read: ({ url, body }) => {
      const content = parseJson(body.toString());
      const { error } = messageSchema.safeParse(content);
      return { target: url.pathname, content, ...(error && { problem: `not posted: ${z.prettifyError(error)}` }) };
    },
    answer,
    failures: {
      rate_limited: ({ retryAfterSec }) => ({
        ...failure(429, 'TooManyRequests', 'Rate limit is exceeded.'),
        headers: { 'retry-after': String(Math.ceil(retryAfterSec)) },
      }),
      gone: () => failure(404, 'WorkflowNotFound', "The workflow 'w' could not be found."),
      switched_off: () =>
        failure(
          400,
          'WorkflowTriggerIsNotEnabled',
          "Could not execute workflow 'w' trigger 'manual' with state 'Disabled'.",
        ),
      forbidden: () => failure(403, 'AuthorizationFailed', 'The client is not authorized to run this workflow.'),
      error: () => failure(502, 'BadGateway', 'The gateway did not receive a response.'),
    },
  };
}

function failure(status: number, code: string, message: string): ServiceReply {
  return { status, body: { error: { code, message } } };
}

function answer({ method, url, body }: ServiceRequest): ServiceReply {
  if (!/\/workflows\/\w+\/triggers\/\w+\/(paths\/)?/.test(url.pathname)) {
    return failure(404, 'WorkflowNotFound', 'The workflow could not be found.');
  }
  if (!url.searchParams.get('sig')) {
    return failure(
      401,
      'DirectApiAuthorizationRequired',
      'The request must be authenticated only by Shared Access scheme.',
    );
  }
  if (method !== 'POST') return failure(405, 'MethodNotAllowed', `The HTTP method '${method}' is not supported.`);
  const json = body.toString();
  if (Math.max(body.length, 2 * json.length) > MAX_BYTES) {
    return failure(413, 'RequestEntityTooLarge', 'The request entity is too large.');
  }
  const isJson = typeof parseJson(json) === 'object';
  return isJson ? { status: 202 } : failure(400, 'InvalidRequestContent', 'The request content is not valid JSON.');
}
