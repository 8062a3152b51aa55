import { z } from 'zod';

const FAULTS = [
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
  'other',
] as const;

/**
 * Why an agent could not check: its own machine or network, which says nothing about the target. `sinkhole`: its
 * resolver answers only 0.0.0.0 or ::. `refused-address`: it may not connect there. `frozen`: it stood still during the
 * check. A newer agent's reasons are read as `other`.
 */
export const ownFaultSchema = z.enum(FAULTS).catch('other');
export type OwnFault = z.infer<typeof ownFaultSchema>;

/**
 * What an agent reports about its machine and network: own faults of the last minutes, and `witnesses` if none of the
 * places answers by which it checks its connectivity.
 */
export const troubleSchema = z.enum([...FAULTS, 'witnesses']).catch('other');
export type Trouble = z.infer<typeof troubleSchema>;

const OF_TARGET: ReadonlySet<OwnFault> = new Set(['no-ipv4', 'no-ipv6', 'sinkhole', 'refused-address']);

const SHORTAGES: ReadonlySet<OwnFault> = new Set(['descriptors', 'memory', 'ports']);

/** Whether the machine lacks a resource, so that fewer checks at a time may succeed. */
export function isShortage(fault: OwnFault): boolean {
  return SHORTAGES.has(fault);
}

/** Whether the fault depends on the target: others may be checked well beside it. */
export function isOfTarget(fault: OwnFault): boolean {
  return OF_TARGET.has(fault);
}
