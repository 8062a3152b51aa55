import { SECOND_MS } from '@farwatch/core/time';
import type { CheckedMessage, Stall } from './messages.ts';
import type { Outage } from './sites.ts';

/** A time in which the watching program or its network was not well. Epoch ms. */
export type Trouble = { fromMs: number; untilMs: number };

export type Evidence = {
  ids: readonly string[];
  outages: readonly Outage[];
  checked: readonly CheckedMessage[];
  /** When the machine ran something else. */
  stalls: readonly Stall[];
  /** From when on each site had had its first say, and when it all ended. */
  settledAt: number;
  endedAt: number;
  trouble: Trouble | null;
};

export type Judgement = {
  checks: number;
  healthyCalledDown: number;
  /** Failed checks of sites that were up. */
  healthyFailed: number;
  deadCalledUp: number;
  worstDelayMs: number;
  /** Without the time in which the machine ran something else. */
  worstOwnDelayMs: number;
  /** For how long, in all, it did. */
  stalledMs: number;
  outages: number;
  outagesFound: number;
  /** Sites whose last verdict is not what is true. */
  wrongAtEnd: number;
};

/** A request may reach a site a little before or after it goes down, and clocks are read one after the other. */
const CLOSE_MS = SECOND_MS;

/** Holds what the watching program said against what was true. */
export function judge(evidence: Evidence): Judgement {
  const { ids, outages, checked, settledAt, stalls } = evidence;
  const changes = checked.filter(({ up }) => up !== null);
  const isWrong = ({ id, up, at, toldAt }: CheckedMessage) => !wasSo(id, up === true, at - CLOSE_MS, toldAt, outages);
  const healthy = checked.filter(
    ({ id, dueAt }) => dueAt > settledAt && !isTroubled(dueAt, evidence) && isUpAt(id, dueAt, outages),
  );
  const foundIn = ({ id, fromMs, untilMs }: Outage) =>
    changes.find(
      (change) => change.id === id && change.up === false && change.toldAt >= fromMs && change.at <= untilMs,
    );
  const last = new Map(changes.map(({ id, up }) => [id, up]));
  return {
    checks: checked.length,
    healthyCalledDown: changes.filter((change) => change.up === false && isWrong(change)).length,
    healthyFailed: checked.filter(
      ({ id, error, at, toldAt }) => error !== null && !wasSo(id, false, at - CLOSE_MS, toldAt, outages),
    ).length,
    deadCalledUp: changes.filter((change) => change.up === true && isWrong(change)).length,
    worstDelayMs: Math.round(Math.max(0, ...healthy.map(({ at, dueAt }) => at - dueAt))),
    worstOwnDelayMs: Math.round(Math.max(0, ...healthy.map((check) => ownDelayMs(check, stalls)))),
    stalledMs: Math.round(stalls.reduce((sum, { stalledMs }) => sum + stalledMs, 0)),
    outages: outages.length,
    outagesFound: outages.filter(foundIn).length,
    wrongAtEnd: ids.filter((id) => last.get(id) !== isUpAt(id, evidence.endedAt, outages)).length,
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

/** How late a check began by the program itself: of a stall that lay partly within, that part. */
function ownDelayMs({ dueAt, at }: CheckedMessage, stalls: readonly Stall[]): number {
  const within = stalls.map(({ fromMs, untilMs, stalledMs }) => {
    const sharedMs = Math.max(0, Math.min(at, untilMs) - Math.max(dueAt, fromMs));
    return sharedMs === 0 ? 0 : (stalledMs * sharedMs) / (untilMs - fromMs);
  });
  return at - dueAt - within.reduce((sum, stalledMs) => sum + stalledMs, 0);
}

/** What waited for the trouble's end is late by it. */
function isTroubled(atMs: number, { trouble }: Evidence): boolean {
  return trouble !== null && atMs >= trouble.fromMs && atMs <= trouble.untilMs;
}
