import { expect, test } from 'vitest';
import { anyNetwork } from '../network/testing/any-network.ts';
import { closedPort, httpServer } from '../probe/testing/servers.ts';
import { createReferenceCheck, DEFAULT_REFERENCES, parseReference } from './reference-sites.ts';

const check = createReferenceCheck(anyNetwork());
const never = new AbortController().signal;

test.each([
  ['https://a.farwatch.test/', { url: 'https://a.farwatch.test/', status: 200, text: null }],
  ['https://a.farwatch.test/ 204', { url: 'https://a.farwatch.test/', status: 204, text: null }],
  ['http://a.farwatch.test/ok 200 all is well', { url: 'http://a.farwatch.test/ok', status: 200, text: 'all is well' }],
  ['https://a.farwatch.test/ well', { url: 'https://a.farwatch.test/', status: 200, text: 'well' }],
  ['ftp://a.farwatch.test/', null],
  ['a.farwatch.test', null],
  ['', null],
])('%j is typed for %j', (typed, reference) => {
  expect(parseReference(typed)).toEqual(reference);
});

test.each<[status: number, headers: Record<string, string>, body: string, typed: string, answers: boolean]>([
  [204, {}, '', '204', true],
  [200, {}, 'all is well here', '200 is well', true],
  [200, {}, 'Please sign in', '204', false],
  [200, {}, 'Please sign in', '200 is well', false],
  [302, { location: '/sign-in' }, '', '204', false],
  [302, { location: '/sign-in' }, 'is well', '200 is well', false],
  [503, {}, '', '503', true],
  [503, {}, '', '200', false],
])('a reference site that answers %i %j %j, typed as %j: %s', async (status, headers, body, typed, answers) => {
  const port = await httpServer((request, response) => {
    if (request.url === '/') response.writeHead(status, headers).end(body);
    else response.end('is well');
  });
  const reference = parseReference(`http://127.0.0.1:${port}/ ${typed}`);
  expect(reference && (await check(reference, never))).toBe(answers);
});

test('a reference site that is not there does not answer', async () => {
  expect(await check({ url: `http://127.0.0.1:${await closedPort()}/`, status: 200, text: null }, never)).toBe(false);
});

test('the usual reference sites belong to several operators and answer over TLS', () => {
  const hosts = DEFAULT_REFERENCES.map(({ url }) => new URL(url).hostname.split('.').slice(-2).join('.'));
  expect(new Set(hosts).size).toBeGreaterThanOrEqual(2);
  expect(DEFAULT_REFERENCES.every(({ url }) => url.startsWith('https:'))).toBe(true);
});
