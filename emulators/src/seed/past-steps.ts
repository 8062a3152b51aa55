import type { VerdictUpdate } from '@farwatch/core/decisions/status/decide-endpoint';
import { AGENT } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { AWAY } from './past.ts';
import type { PastOutage } from './scenario-table.ts';

export const SEED_GENERATION = 1;
const SPREAD_MS = 700;

/** An event of an endpoint: a verdict, a location's agent was lost or back, a person acknowledged its incident. */
export type PastStep = { atMs: number } & (
  | { do: 'verdict'; update: VerdictUpdate }
  | { do: 'lost' | 'back'; location: LocationCode }
  | { do: 'acknowledge'; name: string; note: string }
);

type Watched = { locations: readonly LocationCode[]; createdAt: number };

/** The steps of an endpoint's past from its creation on, the oldest first. */
export function stepsOf(outages: readonly PastOutage[], { locations, createdAt }: Watched, nowMs: number): PastStep[] {
  const first = locations.map((location, index) =>
    verdict(location, true, createdAt + 5 * SECOND_MS + index * SPREAD_MS),
  );
  const away = AWAY.filter(({ location }) => locations.includes(location)).flatMap(
    ({ location, hoursAgo, hours }): PastStep[] => {
      const startMs = Math.round(nowMs - hoursAgo * HOUR_MS);
      return [
        { atMs: startMs + AGENT.activeWithinMs, do: 'lost', location },
        { atMs: Math.round(startMs + hours * HOUR_MS), do: 'back', location },
      ];
    },
  );
  const later = [...outages.flatMap((outage) => outageSteps(outage, nowMs)), ...away];
  const all = [...first, ...later.filter(({ atMs }) => atMs > createdAt)].sort((a, b) => a.atMs - b.atMs);
  return all.map((each, index) =>
    each.do === 'verdict' ? { ...each, update: { ...each.update, agentSeq: index + 1 } } : each,
  );
}

function outageSteps(
  { hoursAgo, minutes, locations, statusCode, acknowledged }: PastOutage,
  nowMs: number,
): PastStep[] {
  const startMs = nowMs - hoursAgo * HOUR_MS;
  const steps = locations.flatMap((location, index) => {
    const spreadMs = index * SPREAD_MS;
    const down = verdict(location, false, startMs + spreadMs, statusCode);
    return minutes === null ? [down] : [down, verdict(location, true, startMs + minutes * MINUTE_MS + spreadMs)];
  });
  if (!acknowledged) return steps;
  const { afterMin, name, note } = acknowledged;
  return [...steps, { atMs: Math.round(startMs + afterMin * MINUTE_MS), do: 'acknowledge', name, note }];
}

function verdict(location: LocationCode, up: boolean, sinceMs: number, statusCode: number | null = null): PastStep {
  const error = up ? null : statusCode === null ? 'timeout' : 'status';
  const since = Math.round(sinceMs);
  const reported = { up, since, statusCode: up ? 200 : statusCode, error, rev: 0 } as const;
  return {
    atMs: since,
    do: 'verdict',
    update: { location, generation: SEED_GENERATION, agentSeq: 0, verdict: reported },
  };
}
