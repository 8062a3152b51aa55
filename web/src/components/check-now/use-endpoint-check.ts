import { checksSchema } from '@farwatch/core/api/endpoints';
import { SECOND_MS } from '@farwatch/core/time';
import { useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { answersOf, answersSince, type ShownCheck } from './check-progress.ts';
import { type CheckNow, useCheckNow } from './use-check-now.ts';

const EVERY_MS = 2 * SECOND_MS;

export type EndpointCheck = { check: CheckNow; checks: readonly ShownCheck[] };

/** Checks an endpoint now; `checks` is what came so far, and `onNews` is told each time that more did. */
export function useEndpointCheck(id: string, onNews: () => void): EndpointCheck {
  const path = `/endpoints/${encodeURIComponent(id)}`;
  const [checks, setChecks] = useState<readonly ShownCheck[]>([]);
  const check = useCheckNow(`${path}/test`, EVERY_MS, async (asked) => {
    const since = encodeURIComponent(answersSince(asked));
    const { data } = await callApi(`${path}/checks?since=${since}`, checksSchema);
    setChecks(data);
    const answered = (list: readonly ShownCheck[]) =>
      answersOf(asked, list).filter((each) => each.check !== null).length;
    if (answered(data) > answered(checks)) onNews();
    return answered(data) === asked.locations.length;
  });
  return { check, checks };
}
