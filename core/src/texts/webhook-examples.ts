import { EXAMPLE_IDS } from '../contracts/api/examples.ts';
import type { WebhookEvent } from '../contracts/api/webhook-event.ts';
import {
  type MessageContent,
  type MessageKind,
  type MessageValues,
  messageKindSchema,
  newMessageValues,
} from '../documents/message.ts';
import { DAY_MS, MINUTE_MS } from '../values/time.ts';
import { composeMessage, composeTest } from './compose-message.ts';
import type { Texts } from './texts.ts';
import { webhookEventOf } from './webhook-events.ts';

type EventType = WebhookEvent['type'];
type Subject = 'endpoint' | 'notice';
/** When a message of each kind is sent, and what is special about its example. */
type KindExample = {
  when: string;
  about?: Subject;
  severity?: MessageContent['severity'];
  values?: Partial<MessageValues>;
};

const AT = Date.UTC(2026, 10, 28, 9, 30);
const ENDED = { durationMs: 12 * MINUTE_MS } as const;
const PARTLY: Omit<KindExample, 'when'> = {
  severity: 'minor',
  values: { locations: ['th'], durationMs: 3 * MINUTE_MS },
};
const HEALTHY = { statusCode: null, error: null, failures: {}, upStatuses: {} } as const;
const OPERATORS = 'To operators:';
const OF_AGENT: Omit<KindExample, 'when'> = {
  about: 'notice',
  severity: 'major',
  values: { agent: 'Taipei 1', locations: ['tw'], names: [], count: 0 },
};
const OF_ALL: Omit<KindExample, 'when'> = { about: 'notice', severity: 'major', values: { names: [], count: 0 } };

const KINDS: Record<MessageKind, KindExample> = {
  outage: { when: 'An endpoint is down.' },
  worse: { when: 'An endpoint that is down has become more severe.' },
  down_again: { when: 'An endpoint is down again shortly after it was up.', values: { count: 2 } },
  flapping: {
    when: 'An endpoint goes down again and again; its outages are not announced one by one.',
    values: { count: 5 },
  },
  reminder: { when: 'An outage continues.', values: { ...ENDED, count: 1 } },
  partial: { when: 'An endpoint fails from some locations, too few for an outage.', ...PARTLY },
  recovery: { when: 'An endpoint is up again.', values: ENDED },
  stable: {
    when: 'An endpoint no longer goes up and down.',
    severity: 'informational',
    values: { ...HEALTHY, count: 5, durationMs: 40 * MINUTE_MS },
  },
  partial_over: { when: 'An endpoint no longer fails from some locations.', ...PARTLY },
  short_outage: { when: 'An outage was over before it could be announced.', values: ENDED },
  short_partial: { when: 'A failure from some locations was over before it could be announced.', ...PARTLY },
  certificate: {
    when: 'A certificate expires soon.',
    severity: 'minor',
    values: {
      ...HEALTHY,
      certificateEndsAt: AT + 7 * DAY_MS,
      count: 7,
      certificate: { issuers: ['Example CA R3'], names: ['shop.example.com'], intermediate: null },
    },
  },
  domain: {
    when: 'The registration of a domain expires soon.',
    severity: 'minor',
    values: {
      ...HEALTHY,
      url: 'domain://example.com',
      certificateEndsAt: AT + 14 * DAY_MS,
      count: 14,
      locations: ['server'],
    },
  },
  slow: {
    when: 'An endpoint is up, but slow.',
    severity: 'minor',
    values: { ...HEALTHY, slow: { tw: { ms: 2340, limitMs: 800 }, th: { ms: 1910, limitMs: 800 } } },
  },
  slow_over: { when: 'An endpoint is no longer slow.', severity: 'minor', values: { ...HEALTHY, ...ENDED } },
  closed: {
    when: 'What was announced has ended without another message, for services that hold alerts open.',
    values: ENDED,
  },
  coverage_gap: {
    when: 'Nothing is known of endpoints, such as while no agent reports.',
    about: 'notice',
    severity: 'minor',
  },
  coverage_restored: { when: 'Endpoints are checked again after a coverage gap.', about: 'notice', severity: 'minor' },
  domain_changed: {
    when: 'A domain has another registrar or other name servers.',
    severity: 'major',
    values: {
      ...HEALTHY,
      url: 'domain://example.com',
      locations: ['server'],
      changes: [{ part: 'registrar', before: 'Example Registrar', after: 'Other Registrar' }],
    },
  },
  channel_failing: {
    when: 'A channel does not accept messages.',
    about: 'notice',
    severity: 'major',
    values: { channel: 'Deploy bot', names: [], count: 0 },
  },
  results_refused: { when: 'Results of endpoints could not be stored.', about: 'notice', severity: 'major' },
  settings_unreadable: {
    when: `${OPERATORS} some notification settings of an account cannot be read.`,
    ...OF_ALL,
    values: { account: EXAMPLE_IDS.monitor, names: [], count: 0 },
  },
  weekly_summary: {
    when: 'A week is over.',
    about: 'notice',
    severity: 'informational',
    values: { names: [], count: 3 },
  },
  monthly_summary: {
    when: 'A month is over.',
    about: 'notice',
    severity: 'informational',
    values: { names: [], count: 3 },
  },
  agent_lost: { when: `${OPERATORS} an agent no longer reports.`, ...OF_AGENT },
  agent_back: { when: `${OPERATORS} an agent reports again.`, ...OF_AGENT },
  agent_abstaining: { when: `${OPERATORS} an agent has no working network.`, ...OF_AGENT },
  agent_stuck: { when: `${OPERATORS} an agent reports, but checks nothing.`, ...OF_AGENT },
  agents_silent: { when: `${OPERATORS} no agent reports.`, ...OF_ALL },
  location_full: {
    when: `${OPERATORS} a location has no room for more checks.`,
    ...OF_AGENT,
    values: { locations: ['tw'] },
  },
  location_without_agent: {
    when: `${OPERATORS} no agent checks from a location.`,
    ...OF_AGENT,
    values: { locations: ['tw'] },
  },
  pings_unreachable: { when: `${OPERATORS} the ping URL does not answer.`, ...OF_ALL },
  page_reported: {
    when: `${OPERATORS} a visitor has reported a status page.`,
    ...OF_ALL,
    values: { page: 'acme', names: [], count: 0 },
  },
  mail_refused: {
    when: `${OPERATORS} the mail server refuses mail.`,
    ...OF_ALL,
    values: { page: 'acme', names: [], count: 0 },
  },
};

const LINK = `https://farwatch.example/incidents/${EXAMPLE_IDS.incident}`;
const FAILURE = {
  at: AT,
  statusCode: 503,
  error: 'status',
  excerpt: 'Service Unavailable',
  assertion: null,
  outage: 1,
} as const;

/** Every type of event that a webhook receives: when it is sent, and an example as it would be composed. */
export function webhookExamples(texts: Texts): { type: EventType; when: string; event: WebhookEvent }[] {
  const link = { label: '', url: LINK };
  const context = { id: EXAMPLE_IDS.message, nowMs: AT, link };
  const kinds = messageKindSchema.options.map((kind) => ({
    type: kind,
    when: KINDS[kind].when,
    event: webhookEventOf(composeMessage([contentOf(kind)], texts, context), AT),
  }));
  const digest = composeMessage([contentOf('outage'), contentOf('partial')], texts, context);
  return [
    ...kinds,
    { type: 'digest', when: 'Several things at once; `events` has each.', event: webhookEventOf(digest, AT) },
    {
      type: 'test',
      when: 'Someone tests the channel.',
      event: webhookEventOf(composeTest(texts, EXAMPLE_IDS.message), AT),
    },
  ];
}

function contentOf(kind: MessageKind): MessageContent {
  const { about = 'endpoint', severity = 'critical', values = {} } = KINDS[kind];
  if (about === 'notice') {
    const named = { names: ['Home page'], count: 1 };
    const subject = { endpointId: null, incidentId: null, outage: null, ended: [] };
    return { kind, severity, ...subject, values: newMessageValues({ occurredAt: AT, ...named, ...values }) };
  }
  const subject = { endpointId: EXAMPLE_IDS.endpoint, incidentId: EXAMPLE_IDS.incident, outage: 1 };
  const given = newMessageValues({
    occurredAt: AT,
    endpoint: 'Home page',
    url: 'https://shop.example.com/',
    monitor: 'Shop',
    locations: ['tw', 'th'],
    statusCode: 503,
    error: 'status',
    failures: { tw: FAILURE },
    upStatuses: { bd: 200 },
    ...values,
  });
  return { kind, severity, ...subject, ended: given.durationMs === null ? [] : [1], values: given };
}
