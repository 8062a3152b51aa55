import { expect, it } from 'vitest';
import { wsCheckSchema } from './ws.ts';

const header = (name: string, secret = false) => ({ name, value: 'v', secret });

it.each<[string, object]>([
  ['subprotocols', { subprotocols: ['graphql-transport-ws', 'v1.mqtt'] }],
  ['headers', { headers: [header('Authorization', true), header('Cookie'), header('cookie')] }],
  ['an origin', { origin: 'https://farwatch.test' }],
  ['an origin with a port', { origin: 'http://farwatch.test:8080' }],
  ['an opaque origin', { origin: 'null' }],
  ['the origin of another program', { origin: 'chrome-extension://abcdef' }],
])('a check may have %s', (_what, options) => {
  expect(wsCheckSchema.parse({ type: 'ws', ...options })).toEqual({ type: 'ws', ...options });
});

it.each([
  ['HTTPS://Farwatch.test/', 'https://farwatch.test'],
  ['https://farwatch.test:443', 'https://farwatch.test'],
  ['https://例子.台灣', 'https://xn--fsqu00a.xn--kpry57d'],
])('the origin %s is sent as %s', (typed, origin) => {
  expect(wsCheckSchema.parse({ type: 'ws', origin: typed }).origin).toBe(origin);
});

it.each<[string, object, string]>([
  ['a subprotocol with a space', { subprotocols: ['a b'] }, 'subprotocols.0'],
  ['an empty subprotocol', { subprotocols: [''] }, 'subprotocols.0'],
  ['a subprotocol twice', { subprotocols: ['a', 'a'] }, 'subprotocols'],
  ['eleven subprotocols', { subprotocols: Array.from({ length: 11 }, (_, at) => `a${at}`) }, 'subprotocols'],
  ['a header of the handshake', { headers: [header('A'), header('Sec-WebSocket-Protocol')] }, 'headers.1.name'],
  ['the origin as a header', { headers: [header('origin')] }, 'headers.0.name'],
  ['a header of the connection', { headers: [header('Upgrade')] }, 'headers.0.name'],
  ['two secret headers of one name', { headers: [header('A', true), header('a', true)] }, 'headers'],
  ['a second line in a header', { headers: [{ name: 'A', value: 'a\r\nB: c', secret: false }] }, 'headers.0.value'],
  ['a path in the origin', { origin: 'https://farwatch.test/app' }, 'origin'],
  ['a host as the origin', { origin: 'farwatch.test' }, 'origin'],
  ['a second line in the origin', { origin: 'app://a\r\nB:c' }, 'origin'],
])('a check may not have %s', (_what, options, path) => {
  const { error } = wsCheckSchema.safeParse({ type: 'ws', ...options });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});
