import type { ParseKeys } from 'i18next';
import type { FailureCode } from './failure.ts';
import { ApiFailure } from './failure.ts';
import { failureText } from './failure-text.ts';

/** Failures whose text says nothing specific. */
const VAGUE: ReadonlySet<FailureCode> = new Set(['internal', 'server', 'unexpected']);

/** Why something failed; null if nothing specific is known. */
export function failureReason(failure: unknown): { key: ParseKeys } | { text: string } | null {
  return failure instanceof ApiFailure && !VAGUE.has(failure.code) ? failureText(failure) : null;
}
