import { describe, expect, test } from 'vitest';
import * as findings from './findings.ts';

const MIB = 1024 * 1024;

describe('the clock', () => {
  test.each([
    [0, 'good'],
    [29_000, 'good'],
    [-31_000, 'fair'],
    [301_000, 'bad'],
    [null, 'fair'],
  ])('%s ms off is %s', (offsetMs, state) => {
    expect(findings.clock(offsetMs)).toMatchObject({ name: 'clock', state });
  });
});

describe('the network', () => {
  test.each([
    [true, true, 'good'],
    [true, false, 'good'],
    [false, true, 'fair'],
    [false, false, 'bad'],
  ])('IPv4 %s and IPv6 %s is %s', (ipv4, ipv6, state) => {
    expect(findings.network({ ipv4, ipv6 }).state).toBe(state);
  });
});

describe('DNS', () => {
  test.each([
    [[], 'good'],
    [[{ name: 'a.farwatch.test', ms: 20, error: null }], 'good'],
    [[{ name: 'a.farwatch.test', ms: 1_500, error: null }], 'fair'],
    [
      [
        { name: 'a.farwatch.test', ms: 20, error: null },
        { name: 'b.farwatch.test', ms: 3_500, error: 'timeout' },
      ],
      'fair',
    ],
    [[{ name: 'b.farwatch.test', ms: 3_500, error: 'timeout' }], 'bad'],
  ])('%j is %s', (lookups, state) => expect(findings.dns(lookups).state).toBe(state));

  test('names what is not resolved', () => {
    expect(findings.dns([{ name: 'b.farwatch.test', ms: 3_500, error: 'timeout' }]).text).toContain('b.farwatch.test');
  });
});

describe('the references', () => {
  const [a, b] = ['https://a.farwatch.test/', 'https://b.farwatch.test/'].map((url) => ({ url }));
  test.each([
    [[true, true], 'good'],
    [[true, false], 'fair'],
    [[false, false], 'bad'],
  ])('answering %j are %s', (answers, state) => {
    const checked = [a, b].map((each, at) => ({ url: each?.url ?? '', answers: answers[at] ?? false }));
    expect(findings.references(checked).state).toBe(state);
  });
});

describe('the disk', () => {
  test.each([
    [{ freeBytes: 2_000 * MIB, error: null }, 'good'],
    [{ freeBytes: 100 * MIB, error: null }, 'fair'],
    [{ freeBytes: 5 * MIB, error: null }, 'bad'],
    [{ freeBytes: 2_000 * MIB, error: 'EROFS' }, 'bad'],
  ])('%j is %s', (disk, state) => expect(findings.disk({ path: '/data', ...disk }).state).toBe(state));
});

describe('the server', () => {
  test.each([
    [{ origin: 'https://farwatch.test', reached: { ms: 80 }, signIn: 'ok' }, 'good'],
    [{ origin: 'https://farwatch.test', reached: { ms: 80 }, signIn: 'This agent was deleted.' }, 'bad'],
    [{ origin: 'https://farwatch.test', reached: { error: 'it does not answer' }, signIn: null }, 'bad'],
    [{ origin: null, reached: null, signIn: null }, 'fair'],
  ])('%j is %s', (server, state) => expect(findings.server(server, null).state).toBe(state));

  test('names the proxy that was used', () => {
    const reached = { origin: 'https://farwatch.test', reached: { ms: 80 }, signIn: 'ok' };
    expect(findings.server(reached, 'http://p.farwatch.test:3128').text).toContain(
      'by the proxy http://p.farwatch.test:3128',
    );
  });
});

describe('updates', () => {
  test.each([
    [{ ms: 80 }, 'good', 'gRPC in 80 ms'],
    [{ grpcError: 'unavailable', restError: null }, 'fair', 'over HTTPS, but not over gRPC (unavailable)'],
    [{ grpcError: 'timeout', restError: 'unavailable' }, 'bad', 'gRPC: timeout, HTTPS: unavailable'],
    [null, 'fair', 'unknown'],
  ])('%j are %s', (found, state, text) => {
    expect(findings.updates(found, null)).toMatchObject({ state, text: expect.stringContaining(text) });
  });

  test('through a proxy lead to advice about it', () => {
    const found = { grpcError: 'unavailable', restError: null };
    expect(findings.updates(found, 'http://p.farwatch.test:3128').advice).toContain('Let the proxy pass HTTP/2');
  });
});

describe('the limits', () => {
  const good = { files: 1_048_576, availableBytes: 900 * MIB, node: 'v24.9.0' };
  test.each([
    [good, 'good'],
    [{ ...good, files: 256 }, 'fair'],
    [{ ...good, files: null }, 'good'],
    [{ ...good, availableBytes: 60 * MIB }, 'fair'],
    [{ ...good, node: 'v20.20.2' }, 'fair'],
  ])('%j are %s', (limits, state) => expect(findings.limits(limits).state).toBe(state));
});

describe('every finding that is not good', () => {
  test.each([
    findings.clock(301_000),
    findings.clock(null),
    findings.network({ ipv4: false, ipv6: false }),
    findings.network({ ipv4: false, ipv6: true }),
    findings.dns([{ name: 'b.farwatch.test', ms: 3_500, error: 'timeout' }]),
    findings.references([{ url: 'https://a.farwatch.test/', answers: false }]),
    findings.disk({ path: '/data', freeBytes: 0, error: null }),
    findings.server({ origin: null, reached: null, signIn: null }, null),
    findings.updates({ grpcError: 'timeout', restError: 'timeout' }, null),
    findings.limits({ files: 100, availableBytes: 1, node: 'v20.0.0' }),
  ])('has advice: %j', ({ state, advice }) => {
    expect(state).not.toBe('good');
    expect(advice).toMatch(/^[A-Z].+\.$/);
  });
});
