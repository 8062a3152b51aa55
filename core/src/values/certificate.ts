import { z } from 'zod';
import { atMsSchema, replaceLoneSurrogates } from './fields.ts';

const nameSchema = z.string().max(253).overwrite(replaceLoneSurrogates);

/**
 * A server's certificate. `subject` and `issuer`: their common name, or else organization. `names`: the first of those
 * it is valid for. `sha256`: its fingerprint, in hexadecimal. `chain`: what has signed it, the nearest first.
 */
export const certificateSchema = z.object({
  subject: nameSchema,
  issuer: nameSchema,
  names: z.array(nameSchema).max(10),
  startsAt: atMsSchema,
  endsAt: atMsSchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  chain: z.array(z.object({ subject: nameSchema, issuer: nameSchema, endsAt: atMsSchema })).max(5),
});
export type Certificate = z.infer<typeof certificateSchema>;
