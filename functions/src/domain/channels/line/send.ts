import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { parseAnswer } from '../../../platform/net/answer.ts';
import { type Answer, post, postJson } from '../../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult, Quota } from '../channel-sender.ts';
import { accepted, failed, reasonOf, rejected, stopped, tryLater } from '../delivery.ts';
import { cutWithin } from '../fit.ts';

/** The limit in UTF-16 units (developers.line.biz/en/docs/messaging-api/text-character-count). */
const MAX_TEXT = 5000;
/** The quota is read in the rest of the time for a message. */
const TIMEOUT_MS = 6 * SECOND_MS;

type Settings = ChannelSettingsOf<'line'>;

/**
 * Pushes one text to a user, group or room. The retry key makes LINE accept a message once, however often it is sent
 * within a day. The result states the month's quota.
 */
export const sendLine: ChannelSender<Settings> = async (settings, { id, text, link }, { run }) => {
  try {
    const body = { to: settings.to, messages: [{ type: 'text', text: textWithLink(text, link) }] };
    const headers = { authorization: `Bearer ${settings.accessToken}`, 'x-line-retry-key': id };
    const answer = await postJson('https://api.line.me/v2/bot/message/push', body, { headers, timeoutMs: TIMEOUT_MS });
    const error = parseAnswer(errorSchema, answer) ?? { message: '', details: [] };
    if (answer.status === 429 && MONTHLY_LIMIT.test(error.message))
      return quotaUsedUp(settings, answer, { error, nowMs: run.nowMs });
    const result = resultOf(answer, error, settings.accessToken);
    const quota = result.outcome === 'sent' ? await readQuota(settings.accessToken) : null;
    return quota ? { outcome: 'sent', quota } : result;
  } catch (error) {
    return failed(error);
  }
};

/** The reply of an official account that has sent its plan's messages of the month. */
const MONTHLY_LIMIT = /monthly limit/i;

async function quotaUsedUp(
  { accessToken }: Settings,
  answer: Answer,
  { error, nowMs }: { error: LineError; nowMs: number },
): Promise<DeliveryResult> {
  const quota = await readQuota(accessToken);
  const usage = quota ? ` Used ${quota.used} of ${quota.limit}.` : '';
  const reason = reasonOf(answer, [accessToken], error.message + usage);
  return { outcome: 'stopped', code: 'quota_exceeded', reason, untilMs: quotaRenewsAt(nowMs) };
}

/** developers.line.biz/en/reference/messaging-api/#error-responses */
const errorSchema = z.object({
  message: z.string().default(''),
  details: z.array(z.object({ message: z.string().default(''), property: z.string().default('') })).default([]),
});
type LineError = z.infer<typeof errorSchema>;

/** The link is never cut. */
function textWithLink(text: string, link: OutgoingMessage['link']): string {
  const ending = link ? `\n${link.url}` : '';
  return cutWithin(text, MAX_TEXT - ending.length) + ending;
}

/** What LINE answers with status 400 about the recipient, who for example does not exist or has not added the account. */
const ABOUT_RECIPIENT = /failed to send messages|'to'|\bnot (found|a friend)\b/i;

/**
 * 409: it has accepted this message before. LINE's own errors have a message, which pages of proxies lack; a 400 that is
 * neither about the recipient nor about the texts is tried again.
 */
function resultOf(answer: Answer, { message, details }: LineError, secret: string): DeliveryResult {
  const { status } = answer;
  const isOwn = message !== '' && status >= 400 && status < 500 && status !== 429;
  if (status >= 200 && status < 300) return accepted(answer);
  if (isOwn && status === 409) return { outcome: 'sent' };
  const detailed = details.map(({ message: text, property }) => ` ${property}: ${text}`).join();
  const reason = reasonOf(answer, [secret], message + detailed);
  if (!isOwn) return status === 413 ? rejected(reason) : tryLater(answer, reason);
  if (status === 401) return stopped('unauthorized', reason);
  if (status === 403) return stopped('refused', reason);
  if (status === 413 || details.some(({ property }) => property.startsWith('messages'))) return rejected(reason);
  const isAboutRecipient = ABOUT_RECIPIENT.test(message) || details.some(({ property }) => property === 'to');
  return status === 400 && isAboutRecipient ? stopped('target_not_found', reason) : tryLater(answer, reason);
}

const QUOTA_TIMEOUT_MS = 3 * SECOND_MS;
const ROOT = 'https://api.line.me/v2/bot/message/quota';

/** `none`: the plan has no limit. */
const quotaSchema = z.object({ type: z.enum(['none', 'limited']), value: z.number().optional() });
const consumptionSchema = z.object({ totalUsage: z.number() });

/** Reads the quota of an official account; null if it has none or LINE does not return it. Never throws. */
async function readQuota(accessToken: string): Promise<Quota | null> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const read = async (url: string) => jsonOf(await post(url, { method: 'GET', headers, timeoutMs: QUOTA_TIMEOUT_MS }));
  try {
    const [quota, consumption] = await Promise.all([read(ROOT), read(`${ROOT}/consumption`)]);
    const { value } = quotaSchema.parse(quota);
    return value === undefined ? null : { used: consumptionSchema.parse(consumption).totalUsage, limit: value };
  } catch {
    return null;
  }
}

function jsonOf({ status, text }: Answer): unknown {
  if (status !== 200) throw new Error(`${status}`);
  return JSON.parse(text);
}

/** Japan is the first of LINE's countries in which a month starts. */
const JAPAN_OFFSET_MS = 9 * HOUR_MS;

/**
 * When to try again after the month's messages are used up (epoch ms): when the next month starts in Japan. On that day
 * again every hour, since a month starts one hour later for accounts of Taiwan and two for those of Thailand.
 */
export function quotaRenewsAt(nowMs: number): number {
  const inJapan = new Date(nowMs + JAPAN_OFFSET_MS);
  if (inJapan.getUTCDate() === 1) return nowMs + HOUR_MS;
  return Date.UTC(inJapan.getUTCFullYear(), inJapan.getUTCMonth() + 1) - JAPAN_OFFSET_MS;
}
