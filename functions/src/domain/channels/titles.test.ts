import { expect, test } from 'vitest';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import { sendToChannel } from './send-to-channel.ts';

const services = useChannelServices();
const SAMPLES = { en: await sampleMessages('en'), cn: await sampleMessages('cn') };

const TEAMS_PATH = 'powerautomate/automations/direct/workflows/w1/triggers/manual/paths/invoke';
const TEAMS_HOST = 'default1.02.environment.api.powerplatform.com:443';

// Mails, push and Telegram need emulators: their titles are in send.emulator.test.ts, push.emulator.test.ts and
// topic.emulator.test.ts.
test.each([
  ['discord', () => ({ webhookUrl: 'https://discord.com/api/webhooks/1234/secret' }), 'Shops & \\\\<more\\\\>'],
  ['line', () => ({ accessToken: 'token', to: `U${'0'.repeat(32)}` }), 'Shops & <more>'],
  ['ntfy', () => ({ serverUrl: 'https://ntfy.sh', topic: 'farwatch-alerts', token: 'tk_valid' }), 'Shops & <more>'],
  ['pagerduty', () => ({ routingKey: 'R'.repeat(32) }), 'Shops & <more>'],
  ['pushover', () => ({ userKey: 'u'.repeat(30), appToken: 'a'.repeat(30) }), 'Shops & <more>'],
  ['slack', () => ({ webhookUrl: 'https://hooks.slack.com/services/T000/B000/secret' }), 'Shops &amp; &lt;more&gt;'],
  ['teams', () => ({ webhookUrl: `https://${TEAMS_HOST}/${TEAMS_PATH}?api-version=1&sig=s` }), 'Shops & <more>'],
  [
    'webhook',
    () => ({ url: `${services.root()}/webhook/alerts`, secret: `whsec_${Buffer.alloc(32, 'k').toString('base64')}` }),
    'Shops & <more>',
  ],
] as const)('the title of an alert in %s names the monitor and the endpoint', async (type, settings, monitor) => {
  for (const [language, title] of [
    ['en', `🔴 CRITICAL: ${monitor} › Shop is down`],
    ['cn', `🔴 紧急：“${monitor} › Shop”发生故障`],
  ] as const) {
    const message = { ...SAMPLES[language].outage, id: crypto.randomUUID() };
    const channel = { type, settings: settings() };
    expect(await sendToChannel(channel, message, contextAt(0))).toMatchObject({ outcome: 'sent' });
    const received = (await services.received(type)).map(({ request }) => JSON.stringify(request));
    expect(received.filter((body) => body.includes(title))).toHaveLength(1);
  }
});
