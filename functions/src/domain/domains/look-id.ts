import { hourStart } from '@farwatch/core/values/time';

/**
 * Returns the name of the task that queries a domain's registry: the same for an edit and the job of that hour, so that
 * the domain is enqueued once, and another one for each later job, which repeats what has failed.
 */
export function lookId(endpointId: string, askAt: number, nowMs: number): string {
  return `${endpointId}-${askAt}-${hourStart(nowMs)}`;
}
