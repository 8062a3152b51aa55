import { z } from 'zod';
import { urlCaveat } from '../url.ts';

/** What forms explain in the reader's language. */
export const URL_REFUSALS = {
  credentials: 'contains a user name',
  badPort: 'has the port of another protocol',
  malformed: 'has an invalid host or port',
} as const;

/** The URL of a server that an owner enters. Only a request shows whether its address is public. */
export const publicUrlSchema = z
  .url({ protocol: /^https?$/, error: ({ input }) => problemOf(input) })
  .refine((url) => URL.canParse(url) && urlCaveat(url) !== 'credentials', URL_REFUSALS.credentials)
  .refine((url) => URL.canParse(url) && urlCaveat(url) !== 'badPort', URL_REFUSALS.badPort);

function problemOf(input: unknown): string {
  const isWeb = typeof input === 'string' && /^https?:\/\//i.test(input);
  return isWeb && !URL.canParse(input) ? URL_REFUSALS.malformed : 'is not an http or https URL';
}
