import type { CheckInInput } from '@farwatch/core/calls/check-in';
import type { Check } from '@farwatch/core/checks/check';
import type { Applied } from './memory.ts';
import { checkKey } from './spooled.ts';
import type { Visit } from './targets.ts';

/** What was true, and what came of it. Moments in epoch ms. */
export type Evidence = {
  /** What the targets served, by endpoint, in order. */
  visits: ReadonlyMap<string, readonly Visit[]>;
  /** The checks that were seen on the agent's disk after some kill. */
  kept: ReadonlySet<string>;
  /** The agent's lives; one that was told to stop and did loses nothing. */
  lives: readonly Life[];
  applied: readonly Applied[];
  /** Endpoints as they were in the end, and as the server then knew them; null where it knows nothing. */
  verdicts: readonly { endpoint: string; isUp: boolean; knownUp: boolean | null }[];
};

/** What is wrong, a sentence each, by kind; `counts` for the table. */
export type Judgement = {
  wrong: string[];
  counts: { served: number; arrived: number; cutOff: number; repeated: number; reports: number };
};

/** Checks reach the disk in the order in which they end, and one that was served by so much later ended later. */
const IN_ORDER_MS = 500;
/** How far the agent's clock may be off the targets'. */
const CLOCK_MS = 500;
/** Before the first request by so much, a check is one that lay in the spool from the beginning. */
const OLD_MS = 600_000;

/** From when to when a run of the agent lived. Epoch ms. */
export type Life = { fromMs: number; untilMs: number; end: string; isKilled: boolean };

type Missing = { endpoint: string; visit: Visit; visits: readonly Visit[] };
type Arrival = { owner: string; check: Check; era: number };

/** Holds what arrived against what was served. */
export function judge(evidence: Evidence): Judgement {
  const arrivals = arrivalsOf(evidence.applied);
  const { first, wrong, repeated } = onceEach(arrivals);
  const byEndpoint = Map.groupBy(first.values(), ({ check }) => check.endpoint);
  const missing: Missing[] = [];
  const arrivedAt: number[] = [];
  for (const [endpoint, visits] of evidence.visits) {
    const checks = (byEndpoint.get(endpoint) ?? []).map(({ check }) => check).sort((a, b) => a.at - b.at);
    const { unmatched, invented } = match(visits, checks);
    wrong.push(...invented.map(({ at, statusCode }) => `${endpoint}: a check of ${at} (${statusCode}) was never made`));
    missing.push(...visits.filter((visit) => unmatched.has(visit)).map((visit) => ({ endpoint, visit, visits })));
    arrivedAt.push(...visits.filter((visit) => !unmatched.has(visit)).map(({ atMs }) => atMs));
  }
  const lost = missing.filter((each) => !wasCutOff(each, arrivedAt, evidence.lives));
  for (const { endpoint, visit } of lost) {
    const life = lifeOf(visit, evidence.lives);
    const when = life ? `, ${life.untilMs - visit.atMs} ms before the end by ${life.end}` : '';
    wrong.push(`${endpoint}: its check no. ${visit.number} was lost${when}`);
  }
  for (const key of evidence.kept) if (!first.has(key)) wrong.push(`${key} was on the disk and did not arrive`);
  wrong.push(...outOfOrder(evidence.applied), ...dropped(evidence.applied));
  for (const { endpoint, isUp, knownUp } of evidence.verdicts) {
    if (knownUp !== isUp) wrong.push(`${endpoint} is ${isUp ? 'up' : 'down'}, and known as ${knownUp ?? 'nothing'}`);
  }
  const served = missing.length + arrivedAt.length;
  const cutOff = missing.length - lost.length;
  return { wrong, counts: { served, arrived: first.size, cutOff, repeated, reports: evidence.applied.length } };
}

function arrivalsOf(applied: readonly Applied[]): Arrival[] {
  return applied.flatMap(({ report, era }) =>
    Object.entries(report.owners).flatMap(([owner, { checks }]) => checks.map((check) => ({ owner, check, era }))),
  );
}

/** Checks may come again once the server has forgotten, and must then be the same: their endpoint and time tell. */
function onceEach(arrivals: readonly Arrival[]) {
  const first = new Map<string, Arrival>();
  const wrong: string[] = [];
  let repeated = 0;
  for (const arrival of arrivals) {
    const key = checkKey(arrival.owner, arrival.check.endpoint, arrival.check.at);
    const known = first.get(key);
    if (!known) first.set(key, arrival);
    else if (known.era === arrival.era) wrong.push(`${key} was counted twice`);
    else if (JSON.stringify(known.check) !== JSON.stringify(arrival.check)) wrong.push(`${key} came as two`);
    else repeated += 1;
  }
  return { first, wrong, repeated };
}

/** Each check against the request that it says it made, in order. */
function match(visits: readonly Visit[], checks: readonly Check[]) {
  const unmatched = new Set(visits);
  const invented: Check[] = [];
  const [firstMs = 0] = visits.map(({ atMs }) => atMs);
  let next = 0;
  for (const check of checks) {
    if (check.at < firstMs - OLD_MS) continue; // it lay in the spool from the beginning
    const isIt = ({ statusCode, atMs }: Visit) =>
      statusCode === check.statusCode && atMs > check.at - CLOCK_MS && atMs < check.at + check.ms + CLOCK_MS;
    const index = visits.findIndex((visit, at) => at >= next && isIt(visit));
    const visit = visits[index];
    if (!visit) invented.push(check);
    else {
      unmatched.delete(visit);
      next = index + 1;
    }
  }
  return { unmatched, invented };
}

/**
 * Whether a check had not ended, or was on its way to the disk, when the agent was killed: however slow the disk was, nothing of
 * later can have reached it.
 */
function wasCutOff({ visit, visits }: Missing, arrivedAt: readonly number[], lives: readonly Life[]): boolean {
  const life = lifeOf(visit, lives);
  if (!life?.isKilled) return false;
  const later = visits[visit.number + 1];
  const isLast = later === undefined || later.atMs > life.untilMs;
  return isLast && !arrivedAt.some((atMs) => atMs > visit.atMs + IN_ORDER_MS && atMs <= life.untilMs);
}

function lifeOf({ atMs }: Visit, lives: readonly Life[]): Life | undefined {
  return lives.find(({ fromMs, untilMs }) => atMs >= fromMs && atMs <= untilMs);
}

/** A verdict never gives way to one of earlier, except where the server had forgotten. */
function outOfOrder(applied: readonly Applied[]): string[] {
  const since = new Map<string, { sinceMs: number; era: number }>();
  const wrong: string[] = [];
  for (const { report, era } of applied) {
    for (const [endpoint, { since: sinceMs }] of verdictsOf(report)) {
      const known = since.get(endpoint);
      if (known?.era === era && sinceMs < known.sinceMs) wrong.push(`${endpoint}: an older verdict came later`);
      since.set(endpoint, { sinceMs, era });
    }
  }
  return wrong;
}

function verdictsOf({ owners }: CheckInInput) {
  return Object.values(owners).flatMap(({ verdicts }) => Object.entries(verdicts));
}

function dropped(applied: readonly Applied[]): string[] {
  const bad = applied.filter(({ report }) => report.condition.droppedChecks > 0);
  return bad.map(({ report }) => `report ${report.seq} tells of ${report.condition.droppedChecks} dropped checks`);
}
