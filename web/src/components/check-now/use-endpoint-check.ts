import { endpointCalls } from '@farwatch/core/api/endpoints';
import type { Votes } from '@farwatch/core/status/vote';
import { SECOND_MS } from '@farwatch/core/time';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { answersOf, answersSince, type SeenChecks, type ShownCheck } from './check-progress.ts';
import { type CheckNow, useCheckNow } from './use-check-now.ts';

const EVERY_MS = 2 * SECOND_MS;

export type EndpointCheck = { check: CheckNow; checks: readonly ShownCheck[] };

/**
 * Checks an endpoint now. `checks` has the results so far; `onSeen` is called once nothing more is awaited. A check
 * that contradicts the endpoint's `votes` is awaited until it is confirmed or refuted.
 */
export function useEndpointCheck(id: string, votes: Votes, onSeen: (seen: SeenChecks) => void): EndpointCheck {
  const params = { id };
  const [checks, setChecks] = useState<readonly ShownCheck[]>([]);
  const untold = useRef<SeenChecks | null>(null);
  const check = useCheckNow(
    () => callApi(endpointCalls.test, { params }),
    EVERY_MS,
    async (asked) => {
      const knownSince = answersSince(asked);
      const { data } = await callApi(endpointCalls.checks, { params, query: { since: knownSince } });
      setChecks(data);
      if (data.length > 0) untold.current = { known: data.length, knownSince };
      return answersOf(asked, data, votes).every((answer) => answer.check !== null && !answer.doubted);
    },
  );
  useEffect(() => {
    const seen = untold.current;
    if (check.busy || !seen) return;
    untold.current = null;
    onSeen(seen);
  });
  return { check, checks };
}
