import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PushTarget } from '@farwatch/core/documents/metric-push';
import { z } from 'zod';
import { parseAnswer } from '../../platform/net/answer.ts';
import { type Answer, post } from '../../platform/net/post.ts';
import type { DeliveryFailure } from '../channels/channel-sender.ts';
import { accepted, failed, reasonOf, rejected, stopped, tryLater } from '../channels/delivery.ts';

/** `refused`: why the collector has left out part of what it accepted, null for nothing. */
export type PushResult = DeliveryFailure | { outcome: 'sent'; refused: string | null };

const compress = promisify(gzip);

/** A collector that forwards may write the number as a text. Some answer nothing. */
const partialSchema = z.object({
  partialSuccess: z.object({ rejectedDataPoints: z.coerce.number().default(0), errorMessage: z.string().default('') }),
});

/** What no collector accepts at another time either. */
const REJECTED: readonly number[] = [400, 413, 422];

/** Posts a request of OTLP/HTTP, compressed JSON, to a collector; never throws for what it answers. */
export async function sendOtlp({ url, headers }: PushTarget, request: object): Promise<PushResult> {
  const body = await compress(JSON.stringify(request));
  const own = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const given = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  try {
    const secrets = headers.map(({ value }) => value);
    return resultOf(await post(metricsUrl(url), { headers: { ...given, ...own }, body }), secrets);
  } catch (error) {
    return failed(error);
  }
}

/** A collector's address without a path is completed, as OpenTelemetry's own exporters do. */
function metricsUrl(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? new URL('/v1/metrics', url).href : url;
}

function resultOf(answer: Answer, secrets: readonly string[]): PushResult {
  const { status } = answer;
  const reason = reasonOf(answer, secrets);
  if (status === 401) return stopped('unauthorized', reason);
  if (REJECTED.includes(status)) return rejected(reason);
  if (status < 200 || status > 299) return tryLater(answer, reason);
  const page = accepted(answer);
  if (page.outcome !== 'sent') return page;
  const { rejectedDataPoints = 0, errorMessage = '' } = parseAnswer(partialSchema, answer)?.partialSuccess ?? {};
  const detail = reasonOf(answer, secrets, errorMessage);
  return { outcome: 'sent', refused: rejectedDataPoints > 0 ? `${rejectedDataPoints}: ${detail}` : null };
}
