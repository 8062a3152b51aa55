import type { EndpointStatus } from '../../values/status.ts';

/** The first steps of a new account, in order. */
export const FIRST_STEPS = ['monitor', 'alert', 'look'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

type Watched = { endpoints: Readonly<Record<string, { status: EndpointStatus }>> };

/**
 * Returns which first steps are done: a monitor, a channel for alerts, a first result of a check. `next` is the first that
 * is not, null for none. `alertsOn` is null while unknown: that step then counts as done.
 */
export function firstSteps(
  monitors: readonly Watched[],
  alertsOn: boolean | null,
): { done: Record<FirstStep, boolean>; next: FirstStep | null } {
  const done = {
    monitor: monitors.length > 0,
    alert: alertsOn ?? true,
    look: monitors.some(({ endpoints }) => Object.values(endpoints).some(({ status }) => status !== 'pending')),
  };
  return { done, next: FIRST_STEPS.find((step) => !done[step]) ?? null };
}
