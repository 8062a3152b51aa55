import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { DELAYS_MIN } from '../timing/timing-fields.tsx';

/** The channels that are notified after the same delay. */
export type EscalationStep = { delayMin: number; channels: ChannelAnswer[] };

/** The channels by their delays, the shortest first. */
export function escalationSteps(channels: readonly ChannelAnswer[]): EscalationStep[] {
  const byDelay = Map.groupBy(channels, ({ timing }) => timing.delayMin);
  return [...byDelay]
    .map(([delayMin, ofStep]) => ({ delayMin, channels: ofStep }))
    .sort((one, other) => one.delayMin - other.delayMin);
}

/** Whether there is something to show: several channels, or one with a delay. */
export function isEscalation(channels: readonly ChannelAnswer[]): boolean {
  return channels.length > 1 || channels.some(({ timing }) => timing.delayMin > 0);
}

/** Lists the delays that a channel can be moved to: the usual ones and those of the other channels, in minutes. */
export function delaysToChoose(channels: readonly ChannelAnswer[]): number[] {
  const delays = new Set([...DELAYS_MIN, ...channels.map(({ timing }) => timing.delayMin)]);
  return [...delays].sort((one, other) => one - other);
}

/** The delay that a new step starts with: the first usual one after all steps. */
export function nextDelay(channels: readonly ChannelAnswer[]): number {
  const longest = Math.max(0, ...channels.map(({ timing }) => timing.delayMin));
  return DELAYS_MIN.find((delayMin) => delayMin > longest) ?? Math.min(longest * 2, 1440);
}
