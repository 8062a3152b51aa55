import { type MessageContent, noticeKindSchema } from '@farwatch/core/documents/message';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { expect, test } from 'vitest';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { contextAt } from '../../testing/channels/context-at.ts';
import { sampleMessages } from '../../testing/channels/sample-messages.ts';
import { renderPagerDuty, sendPagerDuty } from './pagerduty.ts';

const services = useChannelServices();
const { outage, recovery, digest, test: testMessage } = await sampleMessages('en');
const ROUTING_KEY = 'R'.repeat(32);
const APP_URL = 'https://app.farwatch.test';
const send = (message = outage, routingKey = ROUTING_KEY) => sendPagerDuty({ routingKey }, message, contextAt(0));

function contentOf({ contents: [content] }: OutgoingMessage): MessageContent {
  if (!content) throw new Error('the sample has no content');
  return content;
}
const content = contentOf(outage);

/** A digest of the outage's content with each of these changes. */
function withContents(...changes: Partial<MessageContent>[]) {
  const contents = changes.map((change) => ({ ...content, ...change }));
  return { ...digest, contents, paragraphs: contents.map((_, index) => `line ${index}`) };
}

test('an outage opens an alert, and its recovery resolves it', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  expect(await send(recovery)).toEqual({ outcome: 'sent' });
  const [opened, resolved] = await services.received('pagerduty');
  expect(opened?.request).toEqual({
    routing_key: ROUTING_KEY,
    event_action: 'trigger',
    dedup_key: 'incident:incident',
    client: 'Farwatch',
    client_url: APP_URL,
    links: [{ href: 'https://app.farwatch.test/incidents/i?token=t_1', text: 'Open incident' }],
    payload: {
      summary: '🔴 CRITICAL: Shops & <more> › Shop is down',
      source: 'shop.farwatch.test',
      severity: 'critical',
      timestamp: '2026-11-20T12:30:00.000Z',
      component: 'Shop',
      group: 'Shops & <more>',
      class: 'outage',
      custom_details: {
        Monitor: 'Shops & <more>',
        Locations: 'Taiwan, Thailand',
        Reason: 'The server answered with status 503',
        Since: '2026-11-20 12:30 UTC',
      },
    },
  });
  expect(resolved).toMatchObject({
    target: 'events.pagerduty.com incident:incident',
    request: { routing_key: ROUTING_KEY, event_action: 'resolve', dedup_key: 'incident:incident' },
  });
});

test.each(LANGUAGE_CODES)('every message is accepted, %s', async (language) => {
  for (const message of Object.values(await sampleMessages(language))) {
    expect(await send(message)).toEqual({ outcome: 'sent' });
  }
});

test('a digest is an event for each incident, by its last change', () => {
  const message = withContents(
    { incidentId: 'a', severity: 'minor' },
    { incidentId: 'b' },
    { incidentId: 'b', kind: 'recovery' },
    { incidentId: 'c', severity: 'major' },
  );
  const events = renderPagerDuty(message, APP_URL).map(({ dedup_key, event_action, payload }) => [
    dedup_key,
    event_action,
    payload,
  ]);
  expect(events).toEqual([
    ['incident:a', 'trigger', expect.objectContaining({ summary: 'line 0', severity: 'warning' })],
    ['incident:b', 'resolve', undefined],
    ['incident:c', 'trigger', expect.objectContaining({ summary: 'line 3', severity: 'error' })],
  ]);
});

test('an alert stays open while it still fails from some locations', () => {
  const events = (kind: 'recovery' | 'short_outage' | 'stable', stillFailing: ('th' | 'tw')[]) =>
    renderPagerDuty(withContents({ kind, values: { ...content.values, stillFailing } }), APP_URL).map(
      ({ event_action, dedup_key }) => [event_action, dedup_key],
    );
  for (const kind of ['recovery', 'short_outage', 'stable'] as const) {
    expect(events(kind, ['th'])).toEqual([['trigger', 'incident:incident']]);
    expect(events(kind, [])).toEqual([['resolve', 'incident:incident']]);
  }
});

test.each(['partial_over', 'slow_over', 'closed', 'short_partial'] as const)('%s closes the alert', (kind) => {
  const [event] = renderPagerDuty(withContents({ kind }), APP_URL);
  expect(event).toEqual({ event_action: 'resolve', dedup_key: 'incident:incident' });
});

test('a notice is resolved by its end, and only by that of the same subject', () => {
  const ids = { incidentId: null, endpointId: null, outage: null };
  const values = (agent: string) => ({ ...content.values, agent });
  const events = renderPagerDuty(
    withContents(
      { ...ids, kind: 'agent_lost', values: values('Taipei 1') },
      { ...ids, kind: 'agent_lost', values: values('Taipei 2') },
      { ...ids, kind: 'agent_back', values: values('Taipei 2') },
    ),
    APP_URL,
  );
  expect(events.map(({ event_action }) => event_action)).toEqual(['trigger', 'resolve']);
});

test.each([
  ['domain_changed', 'results_refused', 'channel_failing'],
  ['pings_unreachable', 'page_reported', 'location_full'],
] as const)('a notice without an end opens no alert: %s, %s, %s', async (...kinds) => {
  const ids = { incidentId: null, endpointId: null, outage: null };
  const message = withContents(...kinds.map((kind) => ({ ...ids, kind })));
  const events = renderPagerDuty(message, APP_URL);
  expect(events.map(({ event_action }) => event_action)).toEqual([undefined, undefined, undefined]);
  expect(await send(message)).toEqual({ outcome: 'sent' });
  const sent = (await services.received('pagerduty')).slice(-3);
  expect(sent.map(({ status, request }) => [status, Object.keys(request as object).sort()])).toEqual(
    kinds.map(() => [202, ['links', 'payload', 'routing_key']]),
  );
});

test('every kind of notice either has an end or opens no alert', () => {
  const ids = { incidentId: null, endpointId: null, outage: null };
  const opening = noticeKindSchema.options.filter((kind) => {
    const [event] = renderPagerDuty(withContents({ ...ids, kind }), APP_URL);
    return event?.event_action === 'trigger';
  });
  expect(opening).toEqual(['coverage_gap', 'agent_lost', 'agent_abstaining', 'agent_stuck']);
});

test('the key of an account in the EU is used there', async () => {
  const key = 'E'.repeat(32);
  expect(await send(outage, key)).toEqual({ outcome: 'sent' });
  const sent = (await services.received('pagerduty')).slice(-2).map(({ target, status }) => [target, status]);
  expect(sent).toEqual([
    ['events.pagerduty.com incident:incident', 400],
    ['events.eu.pagerduty.com incident:incident', 202],
  ]);
});

test('a test leaves no open alert', async () => {
  expect(await send(testMessage)).toEqual({ outcome: 'sent' });
  const sent = (await services.received('pagerduty')).slice(-2).map(({ request }) => request);
  const dedup_key = `test:${testMessage.id}`;
  expect(sent).toEqual([
    expect.objectContaining({ event_action: 'trigger', dedup_key }),
    expect.objectContaining({ event_action: 'resolve', dedup_key }),
  ]);
});

test.each([
  ['unknown_key', { outcome: 'stopped', code: 'unauthorized' }],
  ['invalid_event', { outcome: 'rejected', code: 'message_rejected' }],
  ['rate_limited', { outcome: 'limited', retryAfterSec: 30, code: 'busy' }],
  ['error', { outcome: 'failed', code: 'unreachable' }],
])('%s', async (mode, result) => {
  await services.setMode({ service: 'pagerduty', mode });
  expect(await send()).toMatchObject(result);
  await services.setMode({ service: 'pagerduty', mode: 'ok' });
});
