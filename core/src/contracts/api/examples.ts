import type { ApiCall } from './call.ts';

/** An example of a request, with the API's names. */
type CallExample = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
};

/** The ids in the examples, by what they are of. */
export const EXAMPLE_IDS = {
  monitor: 'q7Xc2LrT9vKb4mNzH0aE',
  otherMonitor: 'Jw5yD8uP1sGf6kRnV3oB',
  endpoint: 'mA4tE7hZ2xQc9pLdW6iU',
  incident: 'fS8gN1jY5bKo3rTvX0eC',
  channel: 'zH6uM9wP4nDq2aJkL7sG',
  window: 'cR3vB8yF5tXe1oNiQ9mK',
  trial: 'uG2pL7dW4sJh8zAfT6xM',
  posted: 'eK9iO1nV6cYb3qRuS5wD',
  message: '5c1f8a52-7f0b-4d0e-9f43-0d1f9a3f6b21',
  key: 'Tn3xC7vZ1hLq5eWmB9uP',
  agent: 'bY6rJ0fK4gUo8dEtI2sN',
  person: 'Uo5nB2xKc9qRw7LsYd3eJ1fGh4Zt',
  rotation: '7c0f9b1e-8d3a-4a56-8a39-2b6a5d7c9e10',
} as const;

const {
  monitor,
  otherMonitor,
  endpoint,
  incident,
  channel,
  window,
  trial,
  posted,
  message,
  key,
  agent,
  person,
  rotation,
} = EXAMPLE_IDS;

const ofMonitor = { params: { id: monitor } };
const ofEndpoint = { params: { id: endpoint } };
const ofChannel = { params: { id: channel } };
const ofWindow = { params: { id: window } };
const ofAgent = { params: { id: agent } };
const ofPage = { params: { slug: 'acme' } };
const ofPost = { params: { slug: 'acme', id: posted } };
const ofLink = { params: { token: 'token-of-the-link' } };

const ROTATION = {
  name: 'Servers',
  people: [person],
  every: 1,
  unit: 'weeks',
  start: '2026-11-02T09:00',
  timeZone: 'Asia/Taipei',
};
const ofRotation = { params: { id: rotation } };
const ofInvitation = { params: { id: 'x3R8vQm1LsTz6KdWc0yBn5Jh2Gf7Ua4EoPi9XtVqHsk' } };

const MONITOR = {
  name: 'Shop',
  description: 'What customers see',
  tags: ['production'],
  locations: ['tw', 'th'],
  endpoints: [
    { url: 'https://shop.example.com/', name: 'Home page' },
    {
      url: 'https://shop.example.com/health',
      check: { statuses: '200', assertions: [{ source: 'json', path: '$.status', op: 'equals', value: 'ok' }] },
    },
  ],
};

const COLLECTOR = {
  url: 'https://collector.example.com/v1/metrics',
  headers: [{ name: 'Authorization', value: 'Bearer the-token-of-the-collector' }],
};

const TELEGRAM = { botToken: '123456789:token_of_the_bot', chatId: '4711' };
const WEBHOOK = { name: 'Deploy bot', settings: { url: 'https://hooks.example.com/farwatch' } };

const WINDOW = {
  name: 'Backup',
  monitors: [monitor],
  start: '2027-01-01T02:00',
  timeZone: 'Asia/Taipei',
  durationMin: 30,
  rule: 'FREQ=WEEKLY;BYDAY=SU',
};

const PAGE = {
  title: 'Acme',
  groups: [{ name: 'Shop', components: [{ name: 'Checkout', monitorId: monitor }] }],
  description: 'The state of our services',
  website: 'https://www.example.com/',
  language: 'en',
  timeZone: 'Asia/Taipei',
  accent: null,
  showsUptime: true,
  showsResponseTime: true,
  showsSlow: true,
  access: 'public',
  published: true,
  postsAutomatically: false,
  takesSubscribers: true,
};

/** A transparent picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const RANGE = { from: '2026-11-20T00:00:00Z', to: '2026-11-28T00:00:00Z' };
const CLAIM = { claim: 'order.secret_of_the_order' };

/** An example of each call that has parameters, a query or a body, by method and path. */
const EXAMPLES: Readonly<Record<string, CallExample>> = {
  'put /v1/members/:id': { params: { id: person }, body: { role: 'viewer' } },
  'delete /v1/members/:id': { params: { id: person } },
  'post /v1/invitations': { body: { email: 'bob@example.com', role: 'editor' } },
  'delete /v1/invitations/:id': ofInvitation,
  'post /v1/invitations/:id/accept': ofInvitation,
  'post /v1/invitations/:id/decline': ofInvitation,
  'get /v1/rotations/:id/shifts': ofRotation,
  'post /v1/rotations': { body: ROTATION },
  'put /v1/rotations/:id': { ...ofRotation, body: ROTATION },
  'delete /v1/rotations/:id': ofRotation,
  'post /v1/rotations/:id/overrides': {
    ...ofRotation,
    body: { overrides: [{ uid: person, endsAt: '2026-11-29T18:00:00Z' }] },
  },
  'delete /v1/rotations/:id/overrides/:overrideId': {
    params: { ...ofRotation.params, overrideId: '61a0c2a4-5a2e-4f0b-9d55-5f8f0d1c7b21' },
  },
  'put /v1/channels/:id/duty': {
    params: { id: channel },
    body: { personId: person, onDutyIn: rotation },
  },
  'delete /v1/accounts/:id': { params: { id: person } },
  'post /v1/accounts/:id/transfer': { params: { id: person }, body: { uid: person } },
  'get /monitors': { query: { status: 'down', limit: '50' } },
  'get /monitors/:id': ofMonitor,
  'post /monitors': { body: MONITOR },
  'put /monitors/:id': {
    ...ofMonitor,
    body: {
      name: 'Shop',
      locations: ['tw'],
      endpoints: [{ id: endpoint, url: 'https://shop.example.com/', name: 'Start page' }],
    },
  },
  'post /monitors/:id/change': { ...ofMonitor, body: { intervalSec: 300, addTags: ['shop'] } },
  'delete /monitors/:id': ofMonitor,
  'post /monitors/:id/test': ofMonitor,
  'post /monitors/:id/pause': { ...ofMonitor, body: { paused: true } },
  'get /v1/monitors/managed': { query: { cursor: monitor } },
  'get /monitors/:id/endpoints': ofMonitor,
  'post /monitors/:id/endpoints': {
    ...ofMonitor,
    body: { url: 'tcp://db.example.com:5432', name: 'Database' },
  },
  'post /monitors/:id/endpoints/delete': { ...ofMonitor, body: { endpointIds: [endpoint] } },
  'post /monitors/:id/endpoints/pause': { ...ofMonitor, body: { endpointIds: [endpoint], paused: true } },
  'post /monitors/:id/endpoints/move': { ...ofMonitor, body: { endpointIds: [endpoint], targetId: otherMonitor } },
  'get /endpoints/batch/metrics': { query: { endpointIds: endpoint } },
  'get /endpoints/:id': ofEndpoint,
  'put /endpoints/:id': { ...ofEndpoint, body: { name: 'Start page' } },
  'delete /endpoints/:id': ofEndpoint,
  'post /endpoints/:id/test': ofEndpoint,
  'post /endpoints/:id/pause': { ...ofEndpoint, body: { paused: true } },
  'post /endpoints/:id/replace-ping-url': {
    ...ofEndpoint,
    body: { pingUrl: 'https://farwatch.example/ping/the-present-one' },
  },
  'get /endpoints/:id/history': ofEndpoint,
  'get /endpoints/:id/checks': { ...ofEndpoint, query: { day: '2026-11-20', userTimezone: 'Asia/Taipei' } },
  'get /endpoints/:id/availability': ofEndpoint,
  'get /v1/endpoints/:id/domain': ofEndpoint,
  'get /endpoints/:id/status-history': { ...ofEndpoint, query: { limit: '20' } },
  'post /v1/trials': { query: { wait: '0' }, body: { url: 'https://shop.example.com/', locations: ['tw'] } },
  'get /v1/trials/:id': { params: { id: trial } },
  'get /v1/endpoints/:id/history': {
    ...ofEndpoint,
    query: { ...RANGE, resolution: 'day', timeZone: 'Asia/Taipei' },
  },
  'get /v1/monitors/:id/uptime': { ...ofMonitor, query: RANGE },
  'get /incidents': { query: { time_range: '7d', status: 'all', limit: '50' } },
  'get /incidents/monitor/:id': { ...ofMonitor, query: { time_range: '30d' } },
  'get /v1/incidents/:id': { params: { id: incident } },
  'get /v1/incidents/:id/alerts': { params: { id: incident } },
  'get /v1/incidents/export': { query: { from: RANGE.from } },
  'post /v1/incidents/acknowledge': { body: { ids: [incident], note: 'On it' } },
  'post /v1/incidents/unacknowledge': { body: { ids: [incident] } },
  'post /v1/incidents/snooze': { body: { ids: [incident], minutes: 30 } },
  'post /v1/incidents/note': { body: { id: incident, note: 'Restarted the database' } },
  'post /v1/incidents/assign': { body: { id: incident, personId: 'xqTLxkf5Lah8bDMjkPBlDz8M0R23' } },
  'get /v1/messages': { query: { limit: '50' } },
  'post /v1/messages/:id/resend': { params: { id: message } },
  'get /v1/reports': { query: RANGE },
  'get /v1/reports/csv': { query: { ...RANGE, table: 'monitors' } },
  'post /v1/maintenance': { body: WINDOW },
  'put /v1/maintenance/:id': { ...ofWindow, body: { ...WINDOW, durationMin: 60 } },
  'put /v1/maintenance/:id/ending': {
    ...ofWindow,
    body: { startsAt: '2027-01-02T18:00:00Z', endsAt: '2027-01-02T18:00:00Z' },
  },
  'delete /v1/maintenance/:id': ofWindow,
  'get /v1/shared-incidents/:token': ofLink,
  'post /v1/shared-incidents/:token/acknowledge': { ...ofLink, body: { name: 'Bob', note: 'On it' } },
  'post /v1/shared-incidents/:token/unacknowledge': { ...ofLink, body: { name: 'Bob' } },
  'post /v1/shared-incidents/:token/snooze': { ...ofLink, body: { name: 'Bob', minutes: 30 } },
  'get /v1/page-slugs/:slug': ofPage,
  'post /v1/pages': { body: { slug: 'acme', title: PAGE.title, groups: PAGE.groups } },
  'get /v1/pages/:slug': ofPage,
  'put /v1/pages/:slug': { ...ofPage, body: { ...PAGE, version: 0 } },
  'delete /v1/pages/:slug': ofPage,
  'put /v1/pages/:slug/logo': { ...ofPage, body: { type: 'image/png', base64: PIXEL } },
  'delete /v1/pages/:slug/logo': ofPage,
  'post /v1/page-previews': { body: { ...PAGE, slug: null } },
  'get /v1/pages/:slug/incidents': ofPage,
  'post /v1/pages/:slug/incidents': {
    ...ofPage,
    body: { title: 'Slow checkout', components: [], state: 'investigating', text: 'We are looking into it.' },
  },
  'put /v1/pages/:slug/incidents/:id': { ...ofPost, body: { title: 'Slow payments', components: [] } },
  'post /v1/pages/:slug/incidents/:id/updates': { ...ofPost, body: { state: 'resolved', text: 'It is over.' } },
  'delete /v1/pages/:slug/incidents/:id': ofPost,
  'put /v1/page-blocks/:slug': { ...ofPage, body: { reason: 'It imitates a bank' } },
  'get /v1/activity': { query: { limit: '50' } },
  'post /v1/keys': { body: { name: 'Deploy script', scope: 'write', expiresInDays: 90 } },
  'delete /v1/keys/:id': { params: { id: key } },
  'post /v1/keys/revoke': { body: { key: 'fwk_…' } },
  'post /v1/logins': { body: { host: 'anns-laptop', scope: 'write' } },
  'post /v1/logins/key': { body: { deviceCode: 'Zk3tQ9xW1rB7nM5vC8yL2pD4sF6hJ0aUeIoGdTfRbNc' } },
  'get /v1/logins': { query: { code: 'BCDF-GHJK' } },
  'post /v1/logins/decision': { body: { code: 'BCDFGHJK', isConfirmed: true, scope: 'write' } },
  'put /me': { body: { language: 'en' } },
  'put /settings/account': { body: { displayName: 'Ann' } },
  'put /settings/monitors': { body: { monitorInterval: 15 } },
  'post /agents': { body: { name: 'Bangkok', country_code: 'th' } },
  'delete /agents/:id': ofAgent,
  'post /agents/:id/registration-code': ofAgent,
  'post /agents/:id/trigger-sync': ofAgent,
  'get /agents/:id/stats': ofAgent,
  'get /agents/:id/endpoints': ofAgent,
  'get /agents/:id/availability': ofAgent,
  'get /agents/:id/availability/segments': ofAgent,
  'put /v1/notifications/settings': {
    body: {
      telegram: { enabled: true, bot_token: TELEGRAM.botToken, chat_id: TELEGRAM.chatId },
      thresholds: { severity: 'high', silence_period: 15 },
    },
  },
  'post /v1/notifications/telegram/verify': { body: { bot_token: TELEGRAM.botToken, chat_id: TELEGRAM.chatId } },
  'post /v1/notifications/telegram/chats': { body: { bot_token: TELEGRAM.botToken } },
  'post /v1/line-senders': { body: { channelSecret: '0123456789abcdef0123456789abcdef', accessToken: null } },
  'post /v1/channels': { body: { ...WEBHOOK, type: 'webhook' } },
  'put /v1/metrics/push': { body: { target: COLLECTOR } },
  'post /v1/metrics/push/test': { body: COLLECTOR },
  'post /v1/channels/test': { body: { type: 'telegram', settings: TELEGRAM } },
  'post /v1/channels/preview': {
    body: {
      monitorId: monitor,
      locations: ['tw'],
      severity: 'critical',
      startsAt: '2026-11-28T09:00:00Z',
      durationMin: 30,
    },
  },
  'put /v1/channels/:id': { ...ofChannel, body: { name: 'Night shift', settings: TELEGRAM } },
  'put /v1/channels/:id/timing': { ...ofChannel, body: { timing: { delayMin: 5 } } },
  'delete /v1/channels/:id': ofChannel,
  'post /v1/channels/:id/test': ofChannel,
  'put /v1/summary-settings': { body: { weekly: true, monthly: false, timeZone: 'Asia/Taipei', channels: [] } },
  'post /v1/summary-settings/preview': { body: { kind: 'weekly' } },
  'post /v1/summary-settings/test': { body: { kind: 'weekly' } },
  'post /payments/claim': { body: CLAIM },
  'post /create': {
    body: {
      price: 12,
      currency: 'usd',
      orderId: 'order-1',
      orderDescription: 'One month',
      successUrl: 'https://farwatch.example/payments',
      cancelUrl: 'https://farwatch.example/payments',
    },
  },
  'post /status': { body: CLAIM },
};

/** The example of a call; empty if nothing is to be given. */
export function exampleOf({ method, path }: Pick<ApiCall, 'method' | 'path'>): CallExample {
  return EXAMPLES[`${method} ${path}`] ?? {};
}
