import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { ALERT } from '@farwatch/core/values/limits';
import { retryAfterSec } from '../../../platform/net/answer.ts';
import { type Answer, postJson } from '../../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { failed, limited, reasonOf, rejected, stopped, unavailable } from '../delivery.ts';
import { type PagerDutyEvent, renderPagerDuty } from './render.ts';

/** Of accounts in the US and in the EU. A key does not say where its account is, and each knows only its own. */
const HOSTS = ['events.pagerduty.com', 'events.eu.pagerduty.com'] as const;

/** Sends a message as events. All of them are sent again if one fails, which their keys make harmless. */
export const sendPagerDuty: ChannelSender<ChannelSettingsOf<'pagerduty'>> = async (settings, message, { appUrl }) => {
  const events = renderPagerDuty(message, appUrl);
  const untilMs = performance.now() + ALERT.sendTimeoutMs;
  const send = (event: PagerDutyEvent) => sendEvent(settings.routingKey, event, untilMs);
  if (message.kind !== 'test') return worstOf(await Promise.all(events.map(send)));
  for (const event of events) {
    const result = await send(event);
    if (result.outcome !== 'sent') return result;
  }
  return { outcome: 'sent' };
};

/** `untilMs`: by `performance.now()`. */
async function sendEvent(routingKey: string, event: PagerDutyEvent, untilMs: number): Promise<DeliveryResult> {
  const body = { routing_key: routingKey, ...event };
  const sendTo = async (host: string): Promise<DeliveryResult> => {
    try {
      const timeoutMs = untilMs - performance.now();
      return resultOf(await postJson(`https://${host}/v2/enqueue`, body, { timeoutMs }), routingKey);
    } catch (error) {
      return failed(error);
    }
  };
  const [us, eu] = HOSTS;
  const result = await sendTo(us);
  return result.outcome === 'stopped' && result.code === 'unauthorized' ? sendTo(eu) : result;
}

/** What decides about the whole message, first to last. */
const WORST_FIRST = ['stopped', 'limited', 'failed', 'rejected'] as const;

function worstOf(results: readonly DeliveryResult[]): DeliveryResult {
  for (const outcome of WORST_FIRST) {
    const found = results.find((result) => result.outcome === outcome);
    if (found) return found;
  }
  return { outcome: 'sent' };
}

/** developer.pagerduty.com/docs/events-api-v2/overview, Response Codes. Waiting 30 s is advised after 429. */
function resultOf(answer: Answer, routingKey: string): DeliveryResult {
  const { status, headers, text } = answer;
  if (status === 202) return { outcome: 'sent' };
  const reason = reasonOf(answer, [routingKey]);
  if (status === 429) return limited(reason, retryAfterSec(headers));
  if (status === 400) return /routing.?key/i.test(text) ? stopped('unauthorized', reason) : rejected(reason);
  if (status === 413) return rejected(reason);
  return status >= 500 ? unavailable(reason) : stopped('refused', reason);
}
