import type { EndpointStatus } from '../../values/status.ts';

/** What a new account does first, in this order. */
export const FIRST_STEPS = ['monitor', 'alert', 'look'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

type Watched = { endpoints: Readonly<Record<string, { status: EndpointStatus }>> };

/**
 * Which first steps are done, by what is there: a monitor, a chat that alerts go to, a first result of a check. `next` is the
 * first that is not; null once nothing is left. `alertsOn` null: not known, and nothing is asked for.
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
