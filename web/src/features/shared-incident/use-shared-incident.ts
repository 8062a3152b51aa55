import { sharedIncidentCalls } from '@farwatch/core/contracts/api/shared-incidents';
import { SECOND_MS } from '@farwatch/core/values/time';
import useSWR from 'swr';
import { ApiFailure } from '../../lib/api/failure.ts';
import { makeCall } from '../../lib/api/make-call.ts';
import { retryDelayMs } from '../../lib/api/retry-delay.ts';
import { type ShownIncident, shownIncident } from './shown-incident.ts';

const POLL_MS = 30 * SECOND_MS;

/** Why a link shows nothing, for good. */
export type DeadLink = 'expired' | 'invalid' | 'gone';

const DEAD_LINKS: Readonly<Record<string, DeadLink>> = {
  link_expired: 'expired',
  link_invalid: 'invalid',
  not_found: 'gone',
};

/** Why the link shows nothing, for good; null for other failures, which are retried. */
export function deadLinkOf(failure: unknown): DeadLink | null {
  return failure instanceof ApiFailure ? (DEAD_LINKS[failure.code] ?? null) : null;
}

/** The incident of a link, polled while it is active and the page visible. */
export function useSharedIncident(token: string) {
  const read = async () => shownIncident(await makeCall(sharedIncidentCalls.get, { params: { token } }));
  return useSWR<ShownIncident>(['shared incident', token], read, {
    refreshInterval: (last) => (last?.status === 'resolved' ? 0 : POLL_MS),
    onErrorRetry: (failure, _key, _config, revalidate, options) => {
      const delayMs = deadLinkOf(failure) ? null : retryDelayMs(options.retryCount, POLL_MS);
      if (delayMs !== null) setTimeout(() => revalidate(options), delayMs);
    },
  });
}
