import { z } from 'zod';
import { lineSenderSchema, lineTokenSchema } from '../../values/channels/line.ts';
import { LINE_SEARCH_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';

/** As LINE's console shows it: 32 hexadecimal digits. */
export const lineSecretSchema = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{32}$/, 'is not a channel secret');

/** `accessToken`: to read the names of users and groups; null for ids alone. */
const searchSchema = z.object({ channelSecret: lineSecretSchema, accessToken: lineTokenSchema.nullable() });

export const lineCalls = {
  findSenders: apiCall({
    method: 'post',
    path: '/v1/line-senders',
    scope: 'write',
    role: 'editor',
    rate: LINE_SEARCH_RATE,
    summary:
      'Begin or continue to listen, for an hour, for those who write to a LINE account; answers who has, newest first',
    body: searchSchema,
    output: z.object({ webhookUrl: z.string(), senders: z.array(lineSenderSchema) }),
  }),
};
