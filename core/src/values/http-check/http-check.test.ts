import { describe, expect, it } from 'vitest';
import { checkOptionsInputSchema } from '../check-options.ts';
import { type HttpCheck, httpCheckSchema, normalizeHttpCheck } from './http-check.ts';

/** The paths of what is wrong with a check; empty if it is valid. */
function problemsOf(check: unknown): string[] {
  const { error } = httpCheckSchema.safeParse(check);
  return (error?.issues ?? []).map(({ path }) => path.join('.') || 'check');
}

const header = (name: string, value = 'v', secret = false) => ({ name, value, secret });
const assertion = (changes: object) => ({ source: 'body', op: 'contains', value: 'ok', ...changes });
const times = <Each>(count: number, each: (index: number) => Each) => Array.from({ length: count }, (_, i) => each(i));

describe('a check is valid', () => {
  it.each<[string, unknown]>([
    ['empty', {}],
    [
      'with every option',
      { method: 'PUT', body: '{}', statuses: '200, 300–399', followRedirects: false, ipVersion: 6 },
    ],
    ['with the most redirects', { maxRedirects: 20 }],
    ['with unusual statuses', { statuses: '200-299,999' }],
    ['with the longest timeout', { timeoutMs: 30_000, maxResponseMs: 30_000 }],
    ['with 20 headers', { headers: times(20, (index) => header(`X-${index}`)) }],
    ['with the same plain header twice', { headers: [header('Cookie', 'a'), header('cookie', 'b')] }],
    ['with the longest body', { method: 'POST', body: 'x'.repeat(2000) }],
    ['with a user without a name', { auth: { type: 'basic', username: '', password: 'p' } }],
    ['with 10 assertions', { assertions: times(10, () => assertion({})) }],
    ['with a masked body', { method: 'POST', body: '••••••••' }],
  ])('%s', (_, check) => expect(problemsOf(check)).toEqual([]));
});

describe('a check is refused', () => {
  it.each<[string, unknown, string[]]>([
    ['an unknown option', { methods: 'GET' }, ['check']],
    ['an unknown method', { method: 'TRACE' }, ['method']],
    ['a body with GET', { body: 'x' }, ['body']],
    ['a body with HEAD', { method: 'HEAD', body: 'x' }, ['body']],
    ['a long body', { method: 'POST', body: 'x'.repeat(2001) }, ['body']],
    ['21 headers', { headers: times(21, (index) => header(`X-${index}`)) }, ['headers']],
    ['a header of the connection', { headers: [header('Host')] }, ['headers.0.name']],
    ['a header’s name with a space', { headers: [header('X Y')] }, ['headers.0.name']],
    ['a second line in a header', { headers: [header('X', 'a\r\nB: c')] }, ['headers.0.value']],
    ['a long header', { headers: [header('X', 'x'.repeat(1001))] }, ['headers.0.value']],
    ['two secret headers of one name', { headers: [header('A', '1', true), header('a', '2', true)] }, ['headers']],
    ['a colon in a user’s name', { auth: { type: 'basic', username: 'a:b', password: 'p' } }, ['auth.username']],
    ['an empty token', { auth: { type: 'bearer', token: '' } }, ['auth.token']],
    ['a status above 999', { statuses: '200-1000' }, ['statuses']],
    ['21 redirects', { maxRedirects: 21 }, ['maxRedirects']],
    ['no redirects as a number', { maxRedirects: 0 }, ['maxRedirects']],
    ['half a redirect', { maxRedirects: 1.5 }, ['maxRedirects']],
    ['too short a timeout', { timeoutMs: 999 }, ['timeoutMs']],
    ['too long a timeout', { timeoutMs: 30_001 }, ['timeoutMs']],
    ['no such IP version', { ipVersion: 5 }, ['ipVersion']],
    ['a short fingerprint', { certificateSha256: 'ab:cd' }, ['certificateSha256']],
    ['11 assertions', { assertions: times(11, () => assertion({})) }, ['assertions']],
    ['more than 4 KB', { headers: times(5, (index) => header(`X-${index}`, 'x'.repeat(900))) }, ['check']],
    ['a comparison of the whole body', { assertions: [assertion({ op: 'equals' })] }, ['assertions.0.op']],
    ['an empty text to find', { assertions: [assertion({ value: '' })] }, ['assertions.0.value']],
    ['a path into a text', { assertions: [assertion({ path: '$.a' })] }, ['assertions.0.path']],
    ['JSON without a path', { assertions: [assertion({ source: 'json' })] }, ['assertions.0.path']],
    ['a header without a name', { assertions: [assertion({ source: 'header' })] }, ['assertions.0.name']],
    [
      'a value that only has to exist',
      { assertions: [assertion({ source: 'json', path: '$', op: 'exists' })] },
      ['assertions.0.value'],
    ],
    [
      'less than no number',
      { assertions: [assertion({ source: 'json', path: '$', op: 'lessThan', value: 'ten' })] },
      ['assertions.0.value'],
    ],
  ])('with %s', (_, check, paths) => expect(problemsOf(check)).toEqual(paths));
});

it('a certificate’s fingerprint may have colons and capitals', () => {
  const { certificateSha256 } = httpCheckSchema.parse({ certificateSha256: 'AB:'.repeat(31).concat('CD') });
  expect(certificateSha256).toBe('ab'.repeat(31).concat('cd'));
});

it.each<[string, HttpCheck, HttpCheck | null]>([
  ['nothing', {}, null],
  ['defaults', { method: 'GET', body: '', statuses: '200 - 399', followRedirects: true, timeoutMs: 10_000 }, null],
  ['empty lists', { headers: [], assertions: [] }, null],
  ['another method and default statuses', { method: 'HEAD', statuses: '200-399' }, { method: 'HEAD' }],
  ['statuses as the user typed them', { statuses: ' 200 – 299 ,404' }, { statuses: '200-299,404' }],
  ['the usual number of redirects', { maxRedirects: 5 }, null],
  ['another number of redirects', { maxRedirects: 20 }, { maxRedirects: 20 }],
  ['no redirects and a number', { followRedirects: false, maxRedirects: 9 }, { followRedirects: false }],
  ['another timeout', { timeoutMs: 5000, followRedirects: false }, { timeoutMs: 5000, followRedirects: false }],
])('a check with %s is stored without what is the default', (_, given, expected) => {
  expect(normalizeHttpCheck(given)).toEqual(expected);
  expect(checkOptionsInputSchema.parse(given)).toEqual(expected);
});
