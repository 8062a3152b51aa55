import type { CheckError } from '../values/check.ts';
import { checkErrors } from './locales/en.ts';
import type { CheckErrorTexts } from './locales/locale-texts.ts';

/**
 * Why a check failed, as a sentence, with the status code if there is one. Null for a success. `since`: of a heartbeat,
 * its last success as text.
 */
export function checkErrorText(
  error: CheckError | null,
  statusCode: number | null,
  texts: CheckErrorTexts,
  since: string | null = null,
): string | null {
  if (error === null) return null;
  if (error === 'missedPing' && since !== null) return texts.missedPingSince.replace('{{since}}', since);
  if (statusCode === null || (error !== 'status' && error !== 'jobFailed')) return texts[error];
  return texts[error === 'status' ? 'statusIs' : 'jobFailedWith'].replace('{{status}}', String(statusCode));
}

/** Returns the text in English, for API answers and the agent's log. */
export function errorMessage(error: CheckError | null, statusCode: number | null): string | null {
  return checkErrorText(error, statusCode, checkErrors);
}
