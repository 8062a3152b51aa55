import type { ParseKeys } from 'i18next';
import { ApiFailure, type FailureCode } from '../../lib/api/failure.ts';

/** Why a check may not be asked for yet, and in how many seconds it may. */
export type TooEarly = { text: ParseKeys; seconds: number };

const TEXTS: Partial<Record<FailureCode, ParseKeys>> = {
  checked_just_now: 'checkNow.justNow',
  too_many_checks: 'checkNow.tooMany',
};

/** What of a failure is no failure but a check that was asked for too early; null for any other. */
export function tooEarlyOf(failure: unknown): TooEarly | null {
  if (!(failure instanceof ApiFailure) || failure.retryAfterSec === null) return null;
  const text = TEXTS[failure.code];
  return text ? { text, seconds: failure.retryAfterSec } : null;
}
