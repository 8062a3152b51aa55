import type { CheckError } from '@farwatch/core/values/check';
import { BAD_DNS_ANSWER, DNS_SERVER_FAILED, NO_RECORD } from './dns-records.ts';
import { ADDRESS_REFUSED, NO_ADDRESS, SINKHOLE, START_TLS_REFUSED } from './network.ts';
import { OTHER_CERTIFICATE, STAPLED_REVOKED, WITHOUT_NAMES } from './secure.ts';

const BY_CODE: Record<string, CheckError> = {
  [ADDRESS_REFUSED]: 'address',
  [SINKHOLE]: 'dns',
  ERR_RESOLVE_missing: 'dns',
  ERR_RESOLVE_failed: 'dns',
  ERR_RESOLVE_timeout: 'dns',
  'ERR_RESOLVE_own-network': 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EACCES: 'unreachable',
  EPROTO: 'tls',
  ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED: 'insecureRenegotiation',
  ERR_HTTP2_STREAM_ERROR: 'reset',
  ERR_HTTP2_SESSION_ERROR: 'reset',
  ERR_HTTP2_STREAM_CANCEL: 'reset',
  ERR_HTTP2_GOAWAY_SESSION: 'reset',
  [NO_ADDRESS]: 'dns',
  HPE_HEADER_OVERFLOW: 'headers',
  [START_TLS_REFUSED]: 'startTls',
  [NO_RECORD]: 'noRecord',
  [DNS_SERVER_FAILED]: 'dnsServer',
  [BAD_DNS_ANSWER]: 'protocol',
  [OTHER_CERTIFICATE]: 'certificatePin',
  [STAPLED_REVOKED]: 'certificateRevoked',
  [WITHOUT_NAMES]: 'certificateNoNames',
  CERT_REVOKED: 'certificateRevoked',
  CERT_HAS_EXPIRED: 'certificateExpired',
  CERT_NOT_YET_VALID: 'certificateExpired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificateName',
  ERR_TLS_CERT_ALTNAME_FORMAT: 'certificateName',
  HOSTNAME_MISMATCH: 'certificateName',
  CERT_UNTRUSTED: 'certificateUntrusted',
  CERT_REJECTED: 'certificateUntrusted',
  CERT_CHAIN_TOO_LONG: 'certificateUntrusted',
  CERT_SIGNATURE_FAILURE: 'certificateUntrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificateUntrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificateUntrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificateUntrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificateUntrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificateUntrusted',
  UNABLE_TO_DECRYPT_CERT_SIGNATURE: 'certificateUntrusted',
  INVALID_CA: 'certificateUntrusted',
  INVALID_PURPOSE: 'certificate',
  PATH_LENGTH_EXCEEDED: 'certificateUntrusted',
};

/** If several addresses were tried, the most informative error comes first. */
const BY_RELEVANCE: readonly CheckError[] = ['refused', 'reset', 'timeout', 'unreachable'];

/** Returns the check error for an error of Node. Of several attempts (Happy Eyeballs) the most relevant one counts. */
export function checkErrorOf(error: unknown): CheckError {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const all = error.errors.map(checkErrorOf);
    return BY_RELEVANCE.find((candidate) => all.includes(candidate)) ?? all[0] ?? 'network';
  }
  return byCode((error as NodeJS.ErrnoException).code ?? '');
}

function byCode(code: string): CheckError {
  const known = BY_CODE[code];
  if (known) return known;
  if (code.startsWith('CERT_')) return 'certificate';
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'tls';
  if (/^(ERR_HTTP2|WS_ERR|HPE)_/.test(code)) return 'protocol';
  return 'network';
}
