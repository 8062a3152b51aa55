import { alertText } from '@farwatch/core/alerts/text';
import type { AlertValues } from '@farwatch/core/documents/alert';
import type { Language } from '@farwatch/core/documents/user';
import { LOCATION_CODES, LOCATION_NAMES, type LocationCode } from '@farwatch/core/locations';
import { downLocations, endpointStatus } from '@farwatch/core/status/quorum';
import type { Segment } from '@farwatch/core/status/segments';
import { downtimeSeverity } from '@farwatch/core/status/severity';
import type { EndpointStatus } from '@farwatch/core/status/status';
import type { Votes } from '@farwatch/core/status/vote';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '@farwatch/core/time';

/** What a location is seen doing: its answer's time in ms, or how far its failure has come. */
export type Sight = { code: LocationCode; sees: 'up' | 'retry' | 'asked' | 'down'; ms: number };

export type StepName = 'calm' | 'doubt' | 'partial' | 'agreed' | 'told' | 'recovered';

/** One picture of the outage, shown for `holdMs`. `afterMs`: since the first failing check, null before it. */
export type Step = {
  name: StepName;
  holdMs: number;
  afterMs: number | null;
  sights: Sight[];
  down: LocationCode[];
  status: EndpointStatus;
  segments: Segment[];
  message: 'none' | 'outage' | 'recovery';
};

/** An outage as Farwatch sees and reports it. `nowMs` is its moment, `messages` what Telegram shows. */
export type Story = { nowMs: number; url: string; messages: Record<'outage' | 'recovery', string>; steps: Step[] };

type Sees = Sight['sees'];
type Plot = {
  name: StepName;
  holdMs: number;
  afterMs: number | null;
  sees: Record<LocationCode, Sees>;
  failing: LocationCode[];
};

const URL = 'https://shop.example/checkout';
const ANSWER_MS: Record<LocationCode, number> = { tw: 84, th: 131, bd: 207 };
const LASTED_MS = 4 * MINUTE_MS;
const STRUCK_AT_MS = 3 * HOUR_MS + 12 * MINUTE_MS;
const all = (sees: Sees): Record<LocationCode, Sees> => ({ tw: sees, th: sees, bd: sees });

/** What happens, in the order of the agents' own rules: a doubt, two failures, the others asked, a majority. */
const PLOT: readonly Plot[] = [
  { name: 'calm', holdMs: 3200, afterMs: null, sees: all('up'), failing: [] },
  { name: 'doubt', holdMs: 3600, afterMs: 0, sees: { ...all('up'), bd: 'retry' }, failing: [] },
  {
    name: 'partial',
    holdMs: 3800,
    afterMs: 2 * SECOND_MS,
    sees: { tw: 'asked', th: 'asked', bd: 'down' },
    failing: ['bd'],
  },
  {
    name: 'agreed',
    holdMs: 3200,
    afterMs: 5 * SECOND_MS,
    sees: { tw: 'down', th: 'up', bd: 'down' },
    failing: ['tw', 'bd'],
  },
  {
    name: 'told',
    holdMs: 6500,
    afterMs: 6 * SECOND_MS,
    sees: { tw: 'down', th: 'up', bd: 'down' },
    failing: ['tw', 'bd'],
  },
  { name: 'recovered', holdMs: 5000, afterMs: LASTED_MS, sees: all('up'), failing: [] },
];

/** The story of the night of `builtAtMs`; status, severity and messages are what core makes of the votes. */
export function tellStory(names: { endpoint: string; monitor: string }, language: Language, builtAtMs: number): Story {
  const struckAt = Math.floor(builtAtMs / DAY_MS) * DAY_MS + STRUCK_AT_MS;
  const steps = PLOT.map((plot) => stepOf(plot, struckAt));
  const failing = steps.find(({ name }) => name === 'told')?.down ?? [];
  const severity = downtimeSeverity(failing.length, LOCATION_CODES.length);
  const values = { ...valuesOf(names, struckAt), locations: failing };
  const recovered = { ...values, occurredAt: struckAt + LASTED_MS, durationMs: LASTED_MS };
  return {
    nowMs: struckAt,
    url: URL,
    steps,
    messages: {
      outage: alertText({ kind: 'outage', severity, values }, language, struckAt),
      recovery: alertText({ kind: 'recovery', severity, values: recovered }, language, recovered.occurredAt),
    },
  };
}

function valuesOf({ endpoint, monitor }: { endpoint: string; monitor: string }, struckAt: number): AlertValues {
  return {
    endpoint,
    monitor,
    url: URL,
    locations: [],
    occurredAt: struckAt,
    durationMs: null,
    statusCode: 502,
    error: 'status',
    certificateEndsAt: null,
    stillFailing: [],
    agent: '',
    names: [],
    count: 0,
  };
}

function stepOf({ name, holdMs, afterMs, sees, failing }: Plot, struckAt: number): Step {
  const votes: Votes = Object.fromEntries(
    LOCATION_CODES.map((code) => [code, { up: !failing.includes(code), generation: 1, agentSeq: 1, since: struckAt }]),
  );
  const status = endpointStatus(votes, votes);
  const wasDown = status === 'down' || name === 'recovered';
  return {
    name,
    holdMs,
    afterMs,
    sights: LOCATION_CODES.map((code) => ({ code, sees: sees[code], ms: ANSWER_MS[code] })),
    down: downLocations(votes),
    status,
    segments: hours(struckAt, wasDown ? ['tw', 'bd'] : []),
    message: name === 'told' ? 'outage' : name === 'recovered' ? 'recovery' : 'none',
  };
}

/** A day of calm hours; in the running one those locations were down. */
function hours(nowMs: number, down: LocationCode[]): Segment[] {
  return Array.from({ length: 24 }, (_, index): Segment => {
    const inThis = index === 23 ? down : [];
    return {
      hourAt: hourStart(nowMs) - (23 - index) * HOUR_MS,
      status: inThis.length === 0,
      counts: { pending: 0, down: inThis.length > 0 ? 1 : 0 },
      partialLocations: [],
      downLocations: inThis.map((code) => ({ code, name: LOCATION_NAMES[code] })),
    };
  });
}
