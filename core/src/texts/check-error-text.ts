import type { CheckError } from '../values/check.ts';
import { checkErrors } from './locales/en.ts';
import type { CheckErrorTexts } from './locales/locale-texts.ts';

/** Why a check failed, as a sentence, with the status code if there is one. Null for a success. */
export function checkErrorText(error: CheckError | null, statusCode: number | null, texts: CheckErrorTexts) {
  if (error === null) return null;
  if (error !== 'status' || statusCode === null) return texts[error];
  return texts.statusIs.replace('{{status}}', String(statusCode));
}

/** The same in English, for API answers and the agent's log. */
export function errorMessage(error: CheckError | null, statusCode: number | null): string | null {
  return checkErrorText(error, statusCode, checkErrors);
}
