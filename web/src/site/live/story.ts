import type { Segment } from '@farwatch/core/decisions/status/segments';
import { downLocations, quorumStatus } from '@farwatch/core/decisions/status/status-rules';
import { type MessageContent, type MessageValues, newMessageValues } from '@farwatch/core/documents/message';
import { composeMessage } from '@farwatch/core/texts/compose-message';
import type { Texts } from '@farwatch/core/texts/texts';
import { type LocationCode, locationName } from '@farwatch/core/values/locations';
import { downtimeSeverity } from '@farwatch/core/values/severity';
import type { EndpointStatus } from '@farwatch/core/values/status';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Votes } from '@farwatch/core/values/vote';

/** A location's check: its response time in ms, and its result or the state of its confirmation. */
export type LocationResult = { code: LocationCode; result: 'up' | 'retry' | 'rechecking' | 'down'; ms: number };

type StepName = 'calm' | 'unconfirmed' | 'partial' | 'agreed' | 'alerted' | 'recovered';

/** One step of the outage. */
export type Step = {
  name: StepName;
  /** How long the step is shown. */
  holdMs: number;
  /** The time since the first failing check; null before it. */
  afterMs: number | null;
  locations: LocationResult[];
  down: LocationCode[];
  status: EndpointStatus;
  segments: Segment[];
  message: 'none' | 'outage' | 'recovery';
};

/** A simulated outage at the time `nowMs`, with its Telegram messages. */
export type Story = { nowMs: number; url: string; messages: Record<'outage' | 'recovery', string>; steps: Step[] };

type Result = LocationResult['result'];
type StepPlan = {
  name: StepName;
  holdMs: number;
  afterMs: number | null;
  results: Record<(typeof LOCATIONS)[number], Result>;
  failing: LocationCode[];
};

const URL = 'https://shop.example/checkout';
/** The locations of the story. */
const LOCATIONS = ['tw', 'th', 'bd'] as const satisfies readonly LocationCode[];
const RESPONSE_MS: Record<(typeof LOCATIONS)[number], number> = { tw: 84, th: 131, bd: 207 };
const OUTAGE_MS = 4 * MINUTE_MS;
const OUTAGE_START_MS = 3 * HOUR_MS + 12 * MINUTE_MS;
const all = (result: Result): Record<(typeof LOCATIONS)[number], Result> => ({ tw: result, th: result, bd: result });

const SUBJECT = { endpointId: 'demo', incidentId: 'demo', outage: 1, ended: [] };

/** The steps, as agents work: a failure is retried, the other locations recheck, a majority decides. */
const STEPS: readonly StepPlan[] = [
  { name: 'calm', holdMs: 3200, afterMs: null, results: all('up'), failing: [] },
  { name: 'unconfirmed', holdMs: 3600, afterMs: 0, results: { ...all('up'), bd: 'retry' }, failing: [] },
  {
    name: 'partial',
    holdMs: 3800,
    afterMs: 2 * SECOND_MS,
    results: { tw: 'rechecking', th: 'rechecking', bd: 'down' },
    failing: ['bd'],
  },
  {
    name: 'agreed',
    holdMs: 3200,
    afterMs: 5 * SECOND_MS,
    results: { tw: 'down', th: 'up', bd: 'down' },
    failing: ['tw', 'bd'],
  },
  {
    name: 'alerted',
    holdMs: 6500,
    afterMs: 6 * SECOND_MS,
    results: { tw: 'down', th: 'up', bd: 'down' },
    failing: ['tw', 'bd'],
  },
  { name: 'recovered', holdMs: 5000, afterMs: OUTAGE_MS, results: all('up'), failing: [] },
];

/** The story, at 03:12 UTC on the day of `builtAtMs`; core derives status, severity and messages from the votes. */
export function describeStory(names: { endpoint: string; monitor: string }, texts: Texts, builtAtMs: number): Story {
  const outageAt = Math.floor(builtAtMs / DAY_MS) * DAY_MS + OUTAGE_START_MS;
  const steps = STEPS.map((plan) => stepOf(plan, outageAt));
  const failing = steps.find(({ name }) => name === 'alerted')?.down ?? [];
  const severity = downtimeSeverity(failing.length, LOCATIONS.length);
  const values = { ...valuesOf(names, outageAt), locations: failing };
  const textOf = (content: MessageContent, nowMs: number) =>
    composeMessage([content], texts, { id: '', nowMs, link: null }).text;
  const recovered = { ...values, occurredAt: outageAt + OUTAGE_MS, durationMs: OUTAGE_MS };
  return {
    nowMs: outageAt,
    url: URL,
    steps,
    messages: {
      outage: textOf({ ...SUBJECT, kind: 'outage', severity, values }, outageAt),
      recovery: textOf({ ...SUBJECT, kind: 'recovery', severity, values: recovered }, recovered.occurredAt),
    },
  };
}

function valuesOf({ endpoint, monitor }: { endpoint: string; monitor: string }, outageAt: number): MessageValues {
  return newMessageValues({ endpoint, monitor, url: URL, occurredAt: outageAt, statusCode: 502, error: 'status' });
}

function stepOf({ name, holdMs, afterMs, results, failing }: StepPlan, outageAt: number): Step {
  const votes: Votes = Object.fromEntries(
    LOCATIONS.map((code) => [code, { up: !failing.includes(code), generation: 1, agentSeq: 1, since: outageAt }]),
  );
  const status = quorumStatus(votes, votes);
  const wasDown = status === 'down' || name === 'recovered';
  return {
    name,
    holdMs,
    afterMs,
    locations: LOCATIONS.map((code) => ({ code, result: results[code], ms: RESPONSE_MS[code] })),
    down: downLocations(votes),
    status,
    segments: hours(outageAt, wasDown ? ['tw', 'bd'] : []),
    message: name === 'alerted' ? 'outage' : name === 'recovered' ? 'recovery' : 'none',
  };
}

/** A day without failures until the current hour, in which these locations were down. */
function hours(nowMs: number, down: LocationCode[]): Segment[] {
  return Array.from({ length: 24 }, (_, index): Segment => {
    const downNow = index === 23 ? down : [];
    return {
      hourAt: hourStart(nowMs) - (23 - index) * HOUR_MS,
      status: downNow.length === 0,
      counts: { pending: 0, down: downNow.length > 0 ? 1 : 0 },
      partialLocations: [],
      isMaintenance: false,
      isPaused: false,
      downLocations: downNow.map((code) => ({ code, name: locationName(code) })),
    };
  });
}
