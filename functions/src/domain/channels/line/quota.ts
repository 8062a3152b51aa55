import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { type Answer, post } from '../../../platform/net/post.ts';
import type { Quota } from '../channel-sender.ts';

const TIMEOUT_MS = 3 * SECOND_MS;
const ROOT = 'https://api.line.me/v2/bot/message/quota';

/** `none`: the plan has no limit. */
const quotaSchema = z.object({ type: z.enum(['none', 'limited']), value: z.number().optional() });
const consumptionSchema = z.object({ totalUsage: z.number() });

/** Reads the quota of an official account; null if it has none or LINE does not say. Never throws. */
export async function readQuota(accessToken: string): Promise<Quota | null> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const read = async (url: string) => jsonOf(await post(url, { method: 'GET', headers, timeoutMs: TIMEOUT_MS }));
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
