import { z } from 'zod';
import { urlCaveat } from '../url.ts';

/** The URL of a server that an owner enters. Only a request shows whether its address is public. */
export const publicUrlSchema = z
  .url({ protocol: /^https?$/, error: 'is not an http or https URL' })
  .refine((url) => URL.canParse(url) && urlCaveat(url) !== 'credentials', 'contains a user name')
  .refine((url) => URL.canParse(url) && urlCaveat(url) !== 'badPort', 'has the port of another protocol');
