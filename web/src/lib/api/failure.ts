import { API_ERROR_STATUS, type ApiErrorCode } from '@farwatch/core/contracts/api/error';
import { apiErrorSchema } from '@farwatch/core/contracts/api/error-body';
import type { MonitorVersion } from '@farwatch/core/contracts/api/monitors';
import { fromApiNames } from '@farwatch/core/contracts/api/names';

/** Why a call failed: the API's error code, a status without one, or no answer. */
export type FailureCode = ApiErrorCode | 'server' | 'timeout' | 'network' | 'unexpected';

/** What the server does not accept: a path into the request, such as `endpoints.0.check.cron`, and why: in English until make-call.ts translates it. */
export type Issue = { path: string; message: string };

/**
 * A failed call. `issues`: what the server does not accept. `serverText`: the server's English text, if any; `advice`: what to do; `retryAfterSec`: when to retry;
 * `current`: the current version if an edit came too late; `technical`: what another service answered.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: FailureCode;
  readonly serverText: string | null;
  readonly advice: string | null;
  readonly retryAfterSec: number | null;
  readonly current: MonitorVersion | null;
  readonly technical: string | null;
  readonly issues: readonly Issue[];

  constructor(
    code: FailureCode,
    serverText: string | null = null,
    advice: string | null = null,
    retryAfterSec: number | null = null,
    current: MonitorVersion | null = null,
    technical: string | null = null,
    issues: readonly Issue[] = [],
  ) {
    super(serverText ?? code);
    this.code = code;
    this.serverText = serverText;
    this.advice = advice;
    this.retryAfterSec = retryAfterSec;
    this.current = current;
    this.technical = technical;
    this.issues = issues;
  }
}

const CODE_OF_STATUS = new Map<number, ApiErrorCode>([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [500, 'internal'],
]);

/** The failure for a response with that status; its body may be an API error. */
export function failureOfAnswer(status: number, body: unknown): ApiFailure {
  const parsed = apiErrorSchema.safeParse(fromApiNames(apiErrorSchema, body));
  if (parsed.success && API_ERROR_STATUS[parsed.data.code] === status) {
    const { code, error, details, retryAfter = null, current = null, technicalDetails = null } = parsed.data;
    const advice = typeof details === 'string' ? details : null;
    const issues = Array.isArray(details) ? details : [];
    return new ApiFailure(code, error, advice, retryAfter, current, technicalDetails, issues);
  }
  return new ApiFailure(CODE_OF_STATUS.get(status) ?? 'server');
}

/** The failure for a thrown error: no token, a timeout, no connection, or something unexpected. */
export function failureOfThrown(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown;
  const name = thrown instanceof Error ? thrown.name : '';
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'auth/network-request-failed') return new ApiFailure('network');
  if (code.startsWith('auth/')) return new ApiFailure('unauthenticated');
  if (name === 'TimeoutError' || name === 'AbortError') return new ApiFailure('timeout');
  return new ApiFailure(thrown instanceof TypeError ? 'network' : 'unexpected');
}
