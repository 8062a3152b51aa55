import { expect, test } from 'vitest';
import { checkErrorOf } from './check-error.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['ERR_RESOLVE_missing', 'dns'],
  ['ERR_RESOLVE_failed', 'dns'],
  ['ERR_RESOLVE_timeout', 'dns'],
  ['ERR_RESOLVE_own-network', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['ETIMEDOUT', 'timeout'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['CERT_HAS_EXPIRED', 'certificateExpired'],
  ['CERT_NOT_YET_VALID', 'certificateExpired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateUntrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificateName'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EPROTO', 'tls'],
  ['ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED', 'insecureRenegotiation'],
  ['ERR_CERTIFICATE_WITHOUT_NAMES', 'certificateNoNames'],
  ['ERR_HTTP2_STREAM_ERROR', 'reset'],
  ['ERR_HTTP2_SESSION_ERROR', 'reset'],
  ['ERR_HTTP2_ERROR', 'protocol'],
  ['EMFILE', 'network'],
  ['ERR_ADDRESS_REFUSED', 'address'],
])('%s is %s', (code, expected) => {
  expect(checkErrorOf(coded(code))).toBe(expected);
});

test('uses the most informative error of several attempts', () => {
  const attempts = (...codes: string[]) => Object.assign(new AggregateError(codes.map(coded)), { code: codes[0] });
  expect(checkErrorOf(attempts('ENETUNREACH', 'ECONNREFUSED'))).toBe('refused');
  expect(checkErrorOf(attempts('ENETUNREACH', 'ETIMEDOUT'))).toBe('timeout');
  expect(checkErrorOf(attempts('EHOSTUNREACH', 'ENETUNREACH'))).toBe('unreachable');
  expect(checkErrorOf(attempts('EMFILE'))).toBe('network');
});
