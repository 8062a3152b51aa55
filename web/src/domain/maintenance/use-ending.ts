import { maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { currentMs } from '../../lib/time/now.ts';

/** The ways to change a running occurrence: end it, or extend it by that many minutes. */
export const ENDINGS = ['end', 30, 60] as const;
export type Ending = (typeof ENDINGS)[number];

type Running = Pick<Occurrence, 'id' | 'startsAt' | 'endsAt'>;

/** Ends or extends a running occurrence. `busy` is the change in progress, `failure` why the last one failed. */
export function useEnding({ id, startsAt, endsAt }: Running, onEnded?: () => void) {
  const { isBusy, failure, save } = useSaving();
  const [chosen, setChosen] = useState<Ending>('end');

  async function run(ending: Ending) {
    if (isBusy) return;
    setChosen(ending);
    const until = ending === 'end' ? Math.max(startsAt, currentMs()) : endsAt + ending * MINUTE_MS;
    const body = { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(until).toISOString() };
    const isDone = await save(() => callApi(maintenanceCalls.end, { params: { id }, body }));
    if (isDone && ending === 'end') onEnded?.();
  }

  return { busy: isBusy ? chosen : null, failure, run: (ending: Ending) => void run(ending) };
}
