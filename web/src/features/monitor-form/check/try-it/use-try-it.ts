import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { type TrialAnswer, trialCalls } from '@farwatch/core/contracts/api/trials';
import type { TrialResult } from '@farwatch/core/documents/trial';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import type { LocationCode } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useState } from 'react';
import { callApi } from '../../../../lib/api/client.ts';
import { useSaving } from '../../../../lib/api/use-saving.ts';
import { useTrial } from '../../../../lib/live/trials.ts';
import { useNow } from '../../../../lib/time/now.ts';

/** The state of a trial at a location. `ended` means that no result arrived in time. */
export type LocationTrial =
  | { state: 'waiting' | 'unavailable' | 'ended'; result?: never }
  | { state: 'done'; result: TrialResult };

/** A trial of the check that was sent, with what each location has answered so far. */
export type ShownTrial = { check: CheckOptions | null; locations: readonly (readonly [LocationCode, LocationTrial])[] };

type Started = { answer: TrialAnswer; check: CheckOptions | null };

/** Tries a URL; `trial` is the last one, null before the first, and `failure` why the last could not be started. */
export function useTryIt() {
  const [started, setStarted] = useState<Started | null>(null);
  const { isBusy, failure, save } = useSaving({ isChange: false });
  const live = useTrial(started?.answer.id ?? null);
  const nowMs = useNow(SECOND_MS);

  /** Starts a trial. The check's masks stand for the stored secrets of `endpointId`. */
  function start(
    { url, check }: Pick<EndpointContent, 'url' | 'check'>,
    locations: LocationCode[],
    endpointId: string | null,
  ) {
    const body = { url, check, locations, ...(endpointId !== null && { endpointId }) };
    return save(async () => setStarted({ answer: await callApi(trialCalls.create, { body }), check }));
  }

  const results = { ...started?.answer.results, ...live.data?.results };
  const trial = started && shownTrial(started, results, nowMs);
  const isWaiting = trial?.locations.some(([, { state }]) => state === 'waiting') ?? false;
  return { trial, start, failure, isBusy: isBusy || isWaiting };
}

function shownTrial({ answer, check }: Started, results: TrialAnswer['results'], nowMs: number): ShownTrial {
  const hasEnded = nowMs > Date.parse(answer.endsAt);
  const locations = answer.locations.map((code) => {
    const result = results[code];
    if (result) return [code, { state: 'done', result }] as const;
    if (answer.unavailable.includes(code)) return [code, { state: 'unavailable' }] as const;
    return [code, { state: hasEnded ? 'ended' : 'waiting' }] as const;
  });
  return { check, locations };
}
