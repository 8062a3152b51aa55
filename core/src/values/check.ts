import { z } from 'zod';
import { atMsSchema, idSchema } from './fields.ts';
import { checkPhasesSchema } from './phases.ts';

/**
 * Why a check failed, as a code; null for a success. `status` means an HTTP status that is not accepted; `assertion`
 * that an assertion does not hold; `slow` that it took longer than `maxResponseMs`; `text` that a text that was expected
 * did not come; `startTls` that the server does not start TLS on request; `records` that other DNS records than the
 * expected ones exist, `noRecord` none, `dnsServer` that the DNS server refused or failed; `loss` that too many echo
 * requests had no reply; `expression` that the expression of an assertion is too complex to be evaluated,
 * `assertionBudget` that its assertions take more work than those of one check may; of heartbeats,
 * `missedPing` that no ping came in time, `jobOverrun` that a started job did not finish in time, `jobFailed` that it
 * reported a failure; of domains, `domainExpired` that the registration has ended;
 * `insecureRenegotiation` that the server speaks TLS without secure renegotiation (RFC 5746); `certificateNoNames` that
 * its certificate has no subjectAltName. Packed checks store the index in this
 * list (pack.ts), so new codes go to the end.
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
  'assertion',
  'slow',
  'encoding',
  'certificateExpired',
  'certificateName',
  'certificateUntrusted',
  'certificateRevoked',
  'certificatePin',
  'text',
  'startTls',
  'noRecord',
  'records',
  'dnsServer',
  'loss',
  'missedPing',
  'jobOverrun',
  'jobFailed',
  'domainExpired',
  'expression',
  'assertionBudget',
  'insecureRenegotiation',
  'certificateNoNames',
]);
export type CheckError = z.infer<typeof checkErrorSchema>;

/** What lost packets can lead to. Every other failure is an answer of the other side. */
const MAY_BE_LOSS: readonly CheckError[] = [
  'timeout',
  'slow',
  'loss',
  'text',
  'dns',
  'reset',
  'unreachable',
  'network',
];

/** Whether a check may have failed because packets were lost on its way. */
export function mayBeLoss(error: CheckError): boolean {
  return MAY_BE_LOSS.includes(error);
}

/**
 * One check: `at` is when it started and `ms` how long it took; `statusCode` is null without a response. `phases` is
 * missing from older agents, and dropped if its form is unknown.
 */
export const checkSchema = z.object({
  endpoint: idSchema,
  at: atMsSchema,
  ms: z.number().int().min(0).max(120_000),
  statusCode: z.number().int().min(100).max(999).nullable(),
  error: checkErrorSchema.nullable(),
  phases: checkPhasesSchema.optional().catch(undefined),
});
export type Check = z.infer<typeof checkSchema>;
