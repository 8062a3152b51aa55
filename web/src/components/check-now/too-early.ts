import type { ParseKeys } from 'i18next';
import { ApiFailure, type FailureCode } from '../../lib/api/failure.ts';

/** Why a check cannot be requested yet, and in how many seconds it can. */
export type TooEarly = { text: ParseKeys; seconds: number };

const TEXTS: Partial<Record<FailureCode, ParseKeys>> = {
  checked_just_now: 'checkNow.justNow',
  too_many_checks: 'checkNow.tooMany',
};

/** The details if a failure means that a check was requested too early; null for any other failure. */
export function tooEarlyOf(failure: unknown): TooEarly | null {
  if (!(failure instanceof ApiFailure) || failure.retryAfterSec === null) return null;
  const text = TEXTS[failure.code];
  return text ? { text, seconds: failure.retryAfterSec } : null;
}
