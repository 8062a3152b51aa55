import type { CheckInInput } from '@farwatch/core/calls/check-in';
import type { Check } from '@farwatch/core/checks/check';
import type { Applied } from './memory.ts';
import type { Said } from './said.ts';
import { checkKey } from './spooled.ts';
import { OLD_STATUS, type Visit } from './targets.ts';

/** The truth and the result. Moments in epoch ms. */
export type Evidence = {
  /** What the targets served, by endpoint, in order. */
  visits: ReadonlyMap<string, readonly Visit[]>;
  /** The checks that were seen on the agent's disk after some kill. */
  kept: ReadonlySet<string>;
  /** The agent's lives, in order; one that was told to stop and did loses nothing. */
  lives: readonly Life[];
  applied: readonly Applied[];
  /** Endpoints as they were in the end, and as the server then knew them; null if it knows nothing. */
  verdicts: readonly { endpoint: string; isUp: boolean; knownUp: boolean | null }[];
};

/** What is wrong, a sentence each, by kind; `counts` for the table. */
export type Judgement = {
  wrong: string[];
  counts: Counts;
};

/**
 * `cutOff`: checks that ran when the agent was killed; `hindered`: those it blamed on local failures, or that found no
 * status; `repeated`: those that came again after the server forgot.
 */
type Counts = { served: number; arrived: number; cutOff: number; hindered: number; repeated: number; reports: number };

/** A run of the agent: how it ended, and what it said. */
export type Life = { end: string; isKilled: boolean; said: Said };

type Arrival = { ownerId: string; check: Check; era: number };

/** Holds what arrived against what was served. */
export function judge(evidence: Evidence): Judgement {
  const arrivals = arrivalsOf(evidence.applied);
  const { first, wrong, repeated } = onceEach(arrivals);
  const byEndpoint = Map.groupBy(first.values(), ({ check }) => check.endpoint);
  const counts = { served: 0, arrived: first.size, cutOff: 0, hindered: 0, repeated, reports: evidence.applied.length };
  for (const [endpoint, visits] of evidence.visits) {
    const checks = (byEndpoint.get(endpoint) ?? []).map(({ check }) => check);
    const { unmatched, invented } = match(visits, checks);
    wrong.push(...invented.map(({ at, statusCode }) => `${endpoint}: a check of ${at} (${statusCode}) was never made`));
    counts.served += visits.length;
    for (const [life, missing] of Map.groupBy(unmatched, (visit) => visit.life)) {
      const last = visits.findLast((visit) => visit.life === life);
      const { lost, cutOff } = judgeMissing(endpoint, missing, last, evidence.lives[life]);
      counts.cutOff += cutOff;
      counts.hindered += missing.length - lost.length - cutOff;
      const how = `in life ${life}, which ended by ${evidence.lives[life]?.end}`;
      wrong.push(...lost.map(({ number }) => `${endpoint}: its check no. ${number} was lost ${how}`));
    }
  }
  for (const key of evidence.kept) if (!first.has(key)) wrong.push(`${key} was on the disk and did not arrive`);
  wrong.push(...outOfOrder(evidence.applied), ...dropped(evidence.applied));
  for (const { endpoint, isUp, knownUp } of evidence.verdicts) {
    if (knownUp !== isUp) wrong.push(`${endpoint} is ${isUp ? 'up' : 'down'}, and known as ${knownUp ?? 'nothing'}`);
  }
  return { wrong, counts };
}

function arrivalsOf(applied: readonly Applied[]): Arrival[] {
  return applied.flatMap(({ report, era }) =>
    Object.entries(report.owners).flatMap(([ownerId, { checks }]) => checks.map((check) => ({ ownerId, check, era }))),
  );
}

/** Checks may come again once the server has forgotten, and must then be the same: their endpoint and time tell. */
function onceEach(arrivals: readonly Arrival[]) {
  const first = new Map<string, Arrival>();
  const wrong: string[] = [];
  let repeated = 0;
  for (const arrival of arrivals) {
    const key = checkKey(arrival.ownerId, arrival.check.endpoint, arrival.check.at);
    const known = first.get(key);
    if (!known) first.set(key, arrival);
    else if (known.era === arrival.era) wrong.push(`${key} was counted twice`);
    else if (JSON.stringify(known.check) !== JSON.stringify(arrival.check)) wrong.push(`${key} came as two`);
    else repeated += 1;
  }
  return { first, wrong, repeated };
}

/**
 * Each check compared with its request, found by the status; among those with the same status, which are far apart, by
 * the time.
 */
function match(visits: readonly Visit[], checks: readonly Check[]) {
  const unmatched = new Set(visits);
  const invented: Check[] = [];
  for (const check of checks) {
    if (check.statusCode === null || check.statusCode === OLD_STATUS) continue;
    const apartMs = ({ atMs }: Visit) => Math.abs(atMs - check.at);
    const [visit] = visits
      .filter(({ statusCode }) => statusCode === check.statusCode)
      .sort((a, b) => apartMs(a) - apartMs(b));
    if (!visit || !unmatched.delete(visit)) invented.push(check);
  }
  return { unmatched, invented };
}

/**
 * Which of an endpoint's requests in a life, of which no check arrived, are lost: those the agent called done, and
 * those followed by another check of the endpoint, since it starts none before the last is on disk. As many as it
 * blamed on local failures are excepted. This holds however slow the machine was.
 */
function judgeMissing(endpoint: string, missing: readonly Visit[], last: Visit | undefined, life: Life | undefined) {
  const kept = life?.said.kept.get(endpoint) ?? [];
  const [told, untold] = partition(missing, ({ statusCode }) => kept.includes(statusCode));
  const [cutOff, followed] = partition(untold, (visit) => visit === last && life?.isKilled === true);
  const hindered = life?.said.isBlind ? followed.length : (life?.said.unanswered.get(endpoint) ?? 0);
  return { lost: [...told, ...followed.slice(hindered)], cutOff: cutOff.length };
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** A verdict is never replaced by an earlier one, except if the server had forgotten. */
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
