import { type Actionable, type ActionRequest, actOnIncident } from '@farwatch/core/decisions/incidents/act-on-incident';
import type { Person } from '@farwatch/core/documents/incident';
import { useState } from 'react';
import { useSaving } from '../../lib/api/use-saving.ts';
import { currentMs } from '../../lib/time/now.ts';

/** Acts on an incident. */
export type Acting = {
  busy: boolean;
  /** The failure of the last action, until the next one. */
  failure: unknown;
  /** Returns whether the action succeeded. */
  act: (request: ActionRequest) => Promise<boolean>;
};

/**
 * Performs actions on an incident, with immediate effect on the screen: `shown` is the incident after the action until
 * `incident` itself changes or the action fails. `by` is the acting person, and `send` makes the API call.
 */
export function useActing<Acted extends Actionable>(
  incident: Acted | null,
  by: Person,
  send: (request: ActionRequest) => Promise<unknown>,
): Acting & { shown: Acted | null } {
  const { isBusy, failure, save } = useSaving();
  const [expected, setExpected] = useState<{ before: Acted | null; after: Acted | null } | null>(null);

  async function act(request: ActionRequest): Promise<boolean> {
    if (isBusy) return false;
    setExpected({ before: incident, after: incident && actOnIncident(incident, request, by, currentMs()) });
    const hasSucceeded = await save(() => send(request));
    if (!hasSucceeded) setExpected(null);
    return hasSucceeded;
  }

  const shown = (expected?.before === incident && expected?.after) || incident;
  return { busy: isBusy, failure, act, shown };
}
