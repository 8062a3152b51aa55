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
 * Why an agent could not check: its own machine or network, which says nothing about the target. `sinkhole`: its
 * resolver answers only 0.0.0.0 or ::. `refused-address`: it may not connect there. `frozen`: it did not run for a
 * second during the check. `unsupported`: it does not know the check type. A newer agent's reasons are read as `other`.
 */
export const localFailureSchema = z.enum(FAILURES).catch('other');
export type LocalFailure = z.infer<typeof localFailureSchema>;

/** What an agent reports about itself: local failures of the last minutes, and whether no reference site answers. */
export const problemSchema = z.enum([...FAILURES, 'reference-sites']).catch('other');
export type Trouble = z.infer<typeof problemSchema>;

const BY_TARGET: ReadonlySet<LocalFailure> = new Set([
  'no-ipv4',
  'no-ipv6',
  'sinkhole',
  'refused-address',
  'unsupported',
]);

const SHORTAGES: ReadonlySet<LocalFailure> = new Set(['descriptors', 'memory', 'ports']);

/** Whether the machine lacks a resource: fewer checks at a time may succeed. */
export function isShortage(failure: LocalFailure): boolean {
  return SHORTAGES.has(failure);
}

/** Whether the failure depends on the target, so that other targets may be checked meanwhile. */
export function isOfTarget(failure: LocalFailure): boolean {
  return BY_TARGET.has(failure);
}
