import { z } from 'zod';
import { atMsSchema, idSchema } from '../fields.ts';

/**
 * Why a check failed, as a code; null for a success. `status` means an HTTP status of 400 or above. Packed checks hold the
 * place in this list (checks/pack.ts): new ones go to the end.
 */
export const checkErrorSchema = z.enum([
  'status',
  'timeout',
  'dns',
  'refused',
  'reset',
  'unreachable',
  'tls',
  'certificate',
  'redirects',
  'address',
  'headers',
  'protocol',
  'network',
]);
export type CheckError = z.infer<typeof checkErrorSchema>;

/** One check: `at` when it began and `ms` how long it took, both ms; `statusCode` null if no answer came. */
export const checkSchema = z.object({
  endpoint: idSchema,
  at: atMsSchema,
  ms: z.number().int().min(0).max(120_000),
  statusCode: z.number().int().min(100).max(999).nullable(),
  error: checkErrorSchema.nullable(),
});
export type Check = z.infer<typeof checkSchema>;

const SENTENCES: Record<CheckError, string> = {
  status: 'The server answered with an error status',
  timeout: 'No answer in time',
  dns: 'The host name could not be resolved',
  refused: 'The connection was refused',
  reset: 'The connection was closed by the other side',
  unreachable: 'The host could not be reached',
  tls: 'The secure connection failed',
  certificate: 'The certificate is not valid',
  redirects: 'Too many redirects',
  address: 'The address is private or reserved and is not checked',
  headers: 'The answer’s headers are too large',
  protocol: 'The answer is not valid HTTP',
  network: 'The network failed',
};

/** A failed check in an English sentence, for API answers and alerts; null for a success. */
export function errorMessage(error: CheckError | null, statusCode: number | null): string | null {
  if (error === null) return null;
  return error === 'status' && statusCode !== null ? `The server answered with status ${statusCode}` : SENTENCES[error];
}
