import { SECOND_MS } from '@farwatch/core/time';
import type { CheckedMessage, Stall } from './messages.ts';
import type { Outage } from './sites.ts';

/** A time in which the watching program or its network was disturbed. Epoch ms. */
export type Trouble = { fromMs: number; untilMs: number };

export type Observations = {
  ids: readonly string[];
  outages: readonly Outage[];
  checked: readonly CheckedMessage[];
  /** When the machine ran something else. */
  stalls: readonly Stall[];
  /** When every site had its first verdict, and when the scenario ended. */
  settledAt: number;
  endedAt: number;
  trouble: Trouble | null;
};

export type Evaluation = {
  checks: number;
  healthyCalledDown: number;
  /** Failed checks of sites that were up. */
  healthyFailed: number;
  deadCalledUp: number;
  worstDelayMs: number;
  /** Without the time in which the machine ran something else. */
  worstOwnDelayMs: number;
  /** How long that was in total. */
  stalledMs: number;
  outages: number;
  outagesFound: number;
  /** Sites whose last verdict is wrong. */
  wrongAtEnd: number;
};

/** A request may reach a site a little before or after it goes down, and clocks are read one after the other. */
const CLOSE_MS = SECOND_MS;

/** Compares what the watching program reported with what was true. */
export function evaluate(observations: Observations): Evaluation {
  const { ids, outages, checked, settledAt, stalls } = observations;
  const changes = checked.filter(({ up }) => up !== null);
  const isWrong = ({ id, up, at, reportedAt }: CheckedMessage) =>
    !wasSo(id, up === true, at - CLOSE_MS, reportedAt, outages);
  const healthy = checked.filter(
    ({ id, dueAt }) => dueAt > settledAt && !isTroubled(dueAt, observations) && isUpAt(id, dueAt, outages),
  );
  const foundIn = ({ id, fromMs, untilMs }: Outage) =>
    changes.find(
      (change) => change.id === id && change.up === false && change.reportedAt >= fromMs && change.at <= untilMs,
    );
  const last = new Map(changes.map(({ id, up }) => [id, up]));
  return {
    checks: checked.length,
    healthyCalledDown: changes.filter((change) => change.up === false && isWrong(change)).length,
    healthyFailed: checked.filter(
      ({ id, error, at, reportedAt }) => error !== null && !wasSo(id, false, at - CLOSE_MS, reportedAt, outages),
    ).length,
    deadCalledUp: changes.filter((change) => change.up === true && isWrong(change)).length,
    worstDelayMs: Math.round(Math.max(0, ...healthy.map(({ at, dueAt }) => at - dueAt))),
    worstOwnDelayMs: Math.round(Math.max(0, ...healthy.map((check) => ownDelayMs(check, stalls)))),
    stalledMs: Math.round(stalls.reduce((sum, { stalledMs }) => sum + stalledMs, 0)),
    outages: outages.length,
    outagesFound: outages.filter(foundIn).length,
    wrongAtEnd: ids.filter((id) => last.get(id) !== isUpAt(id, observations.endedAt, outages)).length,
  };
}

/** Whether a site was up, or down, at any time between. */
function wasSo(id: string, up: boolean, fromMs: number, untilMs: number, outages: readonly Outage[]): boolean {
  const own = outages.filter((outage) => outage.id === id && outage.fromMs < untilMs && outage.untilMs > fromMs);
  if (!up) return own.length > 0;
  return own.every((outage) => outage.fromMs > fromMs || outage.untilMs < untilMs);
}

function isUpAt(id: string, atMs: number, outages: readonly Outage[]): boolean {
  return !outages.some((outage) => outage.id === id && outage.fromMs <= atMs && outage.untilMs > atMs);
}

/** How late a check began because of the program itself: without the stalls in that time, or their part within it. */
function ownDelayMs({ dueAt, at }: CheckedMessage, stalls: readonly Stall[]): number {
  const within = stalls.map(({ fromMs, untilMs, stalledMs }) => {
    const sharedMs = Math.max(0, Math.min(at, untilMs) - Math.max(dueAt, fromMs));
    return sharedMs === 0 ? 0 : (stalledMs * sharedMs) / (untilMs - fromMs);
  });
  return at - dueAt - within.reduce((sum, stalledMs) => sum + stalledMs, 0);
}

/** Whether the disturbance explains a late check. */
function isTroubled(atMs: number, { trouble }: Observations): boolean {
  return trouble !== null && atMs >= trouble.fromMs && atMs <= trouble.untilMs;
}
