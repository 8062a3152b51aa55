import { z } from 'zod';

const FAILURES = [
  'descriptors',
  'memory',
  'ports',
  'permission',
  'no-network',
  'no-ipv4',
  'no-ipv6',
  'resolver',
  'sinkhole',
  'refused-address',
  'frozen',
  'unsupported',
  'other',
] as const;

/**
 * Why an agent's own device or network kept it from checking; it is no result. `sinkhole`: its resolver returns only
 * 0.0.0.0 or ::. `refused-address`: it may not connect there. `frozen`: it did not run for a second during the check.
 * `unsupported`: it does not know the check type. Unknown reasons of newer agents are parsed as `other`.
 */
export const localFailureSchema = z.enum(FAILURES).catch('other');
export type LocalFailure = z.infer<typeof localFailureSchema>;

/** What an agent reports about itself: local failures of the last minutes, and whether no reference site answers. */
export const agentProblemSchema = z.enum([...FAILURES, 'reference-sites']).catch('other');
export type AgentProblem = z.infer<typeof agentProblemSchema>;

const BY_TARGET: ReadonlySet<LocalFailure> = new Set([
  'no-ipv4',
  'no-ipv6',
  'sinkhole',
  'refused-address',
  'unsupported',
]);

const SHORTAGES: ReadonlySet<LocalFailure> = new Set(['descriptors', 'memory', 'ports']);

/** Whether the device lacks a resource, so that fewer checks at a time may succeed. */
export function isShortage(failure: LocalFailure): boolean {
  return SHORTAGES.has(failure);
}

/** Whether the failure depends on the target, so that other targets can still be checked. */
export function dependsOnTarget(failure: LocalFailure): boolean {
  return BY_TARGET.has(failure);
}
