import { z } from 'zod';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

/** docs.slack.dev/reference/block-kit/composition-objects/text-object */
function textSchema(most: number) {
  const text = z.string().min(1).max(most);
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('mrkdwn'), text, verbatim: z.boolean().optional() }),
    z.strictObject({ type: z.literal('plain_text'), text, emoji: z.boolean().optional() }),
  ]);
}

const block_id = z.string().max(255).optional();

/** docs.slack.dev/reference/block-kit/blocks: those without interaction. */
const blockSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('section'),
      block_id,
      text: textSchema(3000).optional(),
      fields: z.array(textSchema(2000)).min(1).max(10).optional(),
      expand: z.boolean().optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined),
  z.strictObject({
    type: z.literal('header'),
    block_id,
    text: z.strictObject({
      type: z.literal('plain_text'),
      text: z.string().min(1).max(150),
      emoji: z.boolean().optional(),
    }),
  }),
  z.strictObject({
    type: z.literal('context'),
    block_id,
    elements: z.array(textSchema(3000)).min(1).max(10),
  }),
  z.strictObject({ type: z.literal('divider'), block_id }),
]);

const payloadSchema = z.object({ text: z.string().optional(), blocks: z.unknown().optional() });
const blocksSchema = z.array(blockSchema).max(50);

/** Incoming webhooks of Slack: errors are a code as plain text. */
export function slack(): ChannelService {
  return {
    name: 'slack',
    hasHost: (host) => host === 'hooks.slack.com',
    read: ({ url, body }) => ({ target: url.pathname, content: parseJson(body.toString()) }),
    answer,
    failures: {
      rate_limited: ({ retryAfterSec }) => ({
        status: 429,
        headers: { 'retry-after': String(Math.ceil(retryAfterSec)) },
        body: 'rate_limited',
      }),
      gone: () => ({ status: 404, body: 'no_service' }),
      archived: () => ({ status: 410, body: 'channel_is_archived' }),
      prohibited: () => ({ status: 403, body: 'action_prohibited' }),
      deactivated: () => ({ status: 400, body: 'invalid_token' }),
      no_user: () => ({ status: 400, body: 'user_not_found' }),
      error: () => ({ status: 500, body: 'rollup_error' }),
    },
  };
}

function answer({ method, url, headers, body }: ServiceRequest): ServiceReply {
  if (!/^\/services\/T\w+\/B\w+\/\w+$/.test(url.pathname)) return { status: 404, body: 'no_team' };
  if (method !== 'POST') return { status: 405, body: 'method_not_allowed' };
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  const { success, data } = payloadSchema.safeParse(parseJson(body.toString()));
  if (!isJson || !success) return { status: 400, body: 'invalid_payload' };
  if (data.blocks !== undefined && !blocksSchema.safeParse(data.blocks).success) {
    return { status: 400, body: 'invalid_blocks' };
  }
  return data.text || data.blocks !== undefined ? { status: 200, body: 'ok' } : { status: 400, body: 'no_text' };
}
