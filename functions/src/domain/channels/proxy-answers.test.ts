import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import type { DeliveryResult } from './channel-sender.ts';
import { sendDiscord } from './discord.ts';
import { sendLine } from './line/send.ts';
import { sendNtfy } from './ntfy.ts';
import { sendPagerDuty } from './pagerduty.ts';
import { sendPushover } from './pushover.ts';
import { sendSlack } from './slack.ts';
import { sendTeams } from './teams.ts';

/** Answers that are not the service's own word. */

const services = useChannelServices();
const { outage } = await sampleMessages('en');
const message = () => ({ ...outage, id: randomUUID() });
const context = contextAt(0);

const SENDERS: Record<string, () => Promise<DeliveryResult>> = {
  discord: () => sendDiscord({ webhookUrl: 'https://discord.com/api/webhooks/1234/secret-token' }, message(), context),
  line: () => sendLine({ accessToken: 'token', to: `U${'0'.repeat(32)}` }, message(), context),
  ntfy: () => sendNtfy({ serverUrl: 'https://ntfy.sh', topic: 'shop', token: '' }, message(), context),
  pagerduty: () => sendPagerDuty({ routingKey: 'R'.repeat(32) }, message(), context),
  pushover: () => sendPushover({ userKey: 'u'.repeat(30), appToken: 'a'.repeat(30) }, message(), context),
  slack: () => sendSlack({ webhookUrl: 'https://hooks.slack.com/services/T000/B000/secret' }, message(), context),
  teams: () => sendTeams({ webhookUrl: 'https://prod.westeurope.logic.azure.com/w?sig=secret' }, message(), context),
};

const cases = Object.keys(SENDERS).flatMap((service) =>
  [
    ['proxy_200', { outcome: 'failed', code: expect.stringMatching(/^(unreachable|target_not_found)$/) }] as const,
    ['proxy_202', { outcome: 'failed' }] as const,
    ['proxy_401', { outcome: 'failed', code: 'refused' }] as const,
    ['proxy_403', { outcome: 'failed', code: 'refused' }] as const,
    ['proxy_404', { outcome: 'failed', code: 'target_not_found' }] as const,
    ['proxy_400', { outcome: 'failed', code: 'target_not_found' }] as const,
    ['proxy_410', { outcome: 'failed', code: 'target_not_found' }] as const,
    ['proxy_502', { outcome: 'failed', code: 'unreachable' }] as const,
    ['proxy_429', { outcome: 'limited', retryAfterSec: 30, code: 'busy' }] as const,
    // With a date in Retry-After, of which a second may be over.
    ['proxy_503', { outcome: 'limited', retryAfterSec: expect.toSatisfy((sec) => sec >= 598 && sec <= 600) }] as const,
  ].map(([mode, result]) => ({ service, mode, result })),
);

test.each(cases)('$service: $mode', async ({ service, mode, result }) => {
  await services.setMode({ service, mode, retryAfterSec: 600 });
  expect(await SENDERS[service]?.()).toMatchObject(result);
  await services.setMode({ service, mode: 'ok' });
});
