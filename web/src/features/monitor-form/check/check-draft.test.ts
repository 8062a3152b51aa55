import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { describe, expect, it } from 'vitest';
import { type CheckDraft, checkDraftOf, parseCheckDraft } from './check-draft.ts';

const FULL: HttpCheck = {
  method: 'POST',
  headers: [{ name: 'X-Key', value: '••••••••abcd', secret: true }],
  body: '{"a":1}',
  auth: { type: 'bearer', token: '••••••••' },
  statuses: '200-299,404',
  followRedirects: false,
  timeoutMs: 1500,
  maxResponseMs: 800,
  ipVersion: 6,
  certificateSha256: 'ab'.repeat(32),
  legacyServerConnect: true,
  assertions: [
    { source: 'body', op: 'contains', value: 'ok' },
    { source: 'json', path: '$.a', op: 'equals', value: '1' },
    { source: 'header', name: 'Server', op: 'exists' },
  ],
};

const parse = (change: Partial<CheckDraft>, areSecretsKnown = true) =>
  parseCheckDraft({ ...checkDraftOf(null), ...change }, areSecretsKnown);

describe('parseCheckDraft', () => {
  it.each([null, FULL])('keeps what was not changed', (check) => {
    expect(parseCheckDraft(checkDraftOf(check), true)).toEqual({ check });
  });

  it('keeps another number of redirects, and drops it when none are followed', () => {
    expect(parse({ maxRedirects: '20' })).toEqual({ check: { maxRedirects: 20 } });
    expect(parse({ maxRedirects: 'x', followRedirects: false })).toEqual({ check: { followRedirects: false } });
    expect(parseCheckDraft(checkDraftOf({ maxRedirects: 1 }), true)).toEqual({ check: { maxRedirects: 1 } });
  });

  it('drops empty headers, and the body of a method without one', () => {
    expect(parse({ headers: [{ key: 1, name: ' ', value: '', secret: false }], body: 'x' })).toEqual({ check: null });
  });

  it.each<[string, Partial<CheckDraft>, Record<string, string>]>([
    ['statuses', { statuses: 'all' }, { statuses: 'invalid' }],
    ['timeout', { timeoutSec: '' }, { timeoutSec: 'missing' }],
    ['too many redirects', { maxRedirects: '21' }, { maxRedirects: 'invalid' }],
    ['no number of redirects', { maxRedirects: '' }, { maxRedirects: 'missing' }],
    ['fast enough', { maxResponseMs: 'x' }, { maxResponseMs: 'invalid' }],
    ['token', { authType: 'bearer' }, { token: 'missing' }],
    ['certificate', { certificateSha256: 'ab:cd' }, { certificateSha256: 'invalid' }],
    [
      'headers by their keys',
      {
        headers: [
          { key: 1, name: '', value: '', secret: false },
          { key: 5, name: 'Host', value: 'x', secret: false },
          { key: 7, name: 'X-Key', value: '', secret: true },
        ],
      },
      { 'headers.5.name': 'invalid', 'headers.7.value': 'missing' },
    ],
    [
      'assertions by their keys',
      { assertions: [{ key: 3, source: 'json', path: '', name: '', op: 'lessThan', value: 'x' }] },
      { 'assertions.3.path': 'missing', 'assertions.3.value': 'invalid' },
    ],
    [
      'a number',
      { assertions: [{ key: 3, source: 'json', path: '$', name: '', op: 'lessThan', value: 'x' }] },
      { 'assertions.3.value': 'invalid' },
    ],
    ['everything together', { method: 'POST', body: '字'.repeat(2000) }, { '': 'size' }],
  ])('names the field: %s', (_, change, problems) => {
    expect(Object.fromEntries(parse(change).problems ?? [])).toEqual(problems);
  });

  it('refuses masks that stand for no stored secret', () => {
    const { problems } = parseCheckDraft(checkDraftOf(FULL), false);
    expect(Object.fromEntries(problems ?? [])).toEqual({ 'headers.1.value': 'secret', token: 'secret' });
  });
});
