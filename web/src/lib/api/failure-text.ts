import type { ParseKeys } from 'i18next';
import { ApiFailure, type FailureCode } from './failure.ts';

const TEXT_KEYS: Partial<Record<FailureCode, ParseKeys>> = {
  unauthenticated: 'failure.unauthenticated',
  unverified: 'failure.forbidden',
  forbidden: 'failure.forbidden',
  not_found: 'failure.notFound',
  limit_reached: 'failure.limitReached',
  too_many_requests: 'failure.tooManyRequests',
  internal: 'failure.internal',
  server: 'failure.server',
  timeout: 'failure.timeout',
  network: 'failure.network',
};

/** What to tell of a failure: a text's key where the code has one, else the server's own words (design 7). */
export function failureText(failure: unknown): { key: ParseKeys } | { text: string } {
  if (!(failure instanceof ApiFailure)) return { key: 'failure.unexpected' };
  const key = TEXT_KEYS[failure.code];
  if (key) return { key };
  return failure.serverText ? { text: failure.serverText } : { key: 'failure.unexpected' };
}
