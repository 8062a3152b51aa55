import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ServiceReply } from './service.ts';

const DIGITS = '0123456789abcdef0123456789abcdef';
const SOURCES = {
  user: { type: 'user', userId: `U${DIGITS}` },
  group: { type: 'group', groupId: `C${DIGITS}`, userId: `U${DIGITS}` },
  room: { type: 'room', roomId: `R${DIGITS}`, userId: `U${DIGITS}` },
} as const;

const formSchema = z.object({
  url: z.url(),
  secret: z.string().trim(),
  from: z.enum(['user', 'group', 'room']),
});

/**
 * Posts the event of a message to the webhook of a LINE account, signed as LINE does. `form`: url-encoded `url`,
 * `secret` (of the channel) and `from`. The reply says what the webhook answered.
 */
export async function sendLineEvent(form: string): Promise<ServiceReply> {
  const { data, error } = formSchema.safeParse(Object.fromEntries(new URLSearchParams(form)));
  if (error) return { status: 400, body: z.prettifyError(error) };
  const message = { type: 'text', id: '1', text: 'Hello' };
  const events = [{ type: 'message', mode: 'active', timestamp: Date.now(), source: SOURCES[data.from], message }];
  const body = JSON.stringify({ destination: `U${DIGITS}`, events });
  const signature = createHmac('sha256', data.secret).update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-line-signature': signature };
  const answer = await fetch(data.url, { method: 'POST', headers, body });
  return { status: 200, body: `The webhook answered ${answer.status}: ${await answer.text()}` };
}
