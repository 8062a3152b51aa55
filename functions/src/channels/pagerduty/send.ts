import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { failed, limited, reasonOf, rejected, retryAfterSec, stopped, unavailable } from '../../net/delivery.ts';
import { type Answer, postJson } from '../../net/post.ts';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { type PagerDutyEvent, renderPagerDuty } from './render.ts';

type Settings = ChannelSettingsOf<'pagerduty'>;

const HOSTS: Record<Settings['region'], string> = { us: 'events.pagerduty.com', eu: 'events.eu.pagerduty.com' };

/** Sends a message as events. All of them are sent again if one fails, which their keys make harmless. */
export const sendPagerDuty: ChannelSender<Settings> = async (settings, message, { appUrl }) => {
  const events = renderPagerDuty(message, appUrl);
  if (message.kind !== 'test') return worstOf(await Promise.all(events.map((event) => sendEvent(settings, event))));
  for (const event of events) {
    const result = await sendEvent(settings, event, TEST_TIMEOUT_MS);
    if (result.outcome !== 'sent') return result;
  }
  return { outcome: 'sent' };
};

/** For each of the two events of a test. */
const TEST_TIMEOUT_MS = 5_000;

async function sendEvent(settings: Settings, event: PagerDutyEvent, timeoutMs?: number): Promise<DeliveryResult> {
  const { routingKey, region } = settings;
  const body = { routing_key: routingKey, ...event };
  try {
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    return resultOf(await postJson(`https://${HOSTS[region]}/v2/enqueue`, body, options), routingKey);
  } catch (error) {
    return failed(error);
  }
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
