import type { ParseKeys } from 'i18next';
import type { FailureCode } from './failure.ts';
import { ApiFailure } from './failure.ts';
import { failureText } from './failure-text.ts';

/** Failures whose text only says that there was one. */
const VAGUE: ReadonlySet<FailureCode> = new Set(['internal', 'server', 'unexpected']);

/** Why something failed, shown beside it; null if there is nothing exact to say. */
export function failureReason(failure: unknown): { key: ParseKeys } | { text: string } | null {
  return failure instanceof ApiFailure && !VAGUE.has(failure.code) ? failureText(failure) : null;
}
