import { SECOND_MS } from '@farwatch/core/time';
import type { CheckedMessage } from './messages.ts';
import type { Outage } from './sites.ts';

/** A time in which the watching program or its network was not well. Epoch ms. */
export type Trouble = { fromMs: number; untilMs: number };

export type Evidence = {
  ids: readonly string[];
  outages: readonly Outage[];
  checked: readonly CheckedMessage[];
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
  outages: number;
  outagesFound: number;
  /** Sites whose last verdict is not what is true. */
  wrongAtEnd: number;
};

/** A request may reach a site a little before or after it goes down, and clocks are read one after the other. */
const CLOSE_MS = SECOND_MS;

/** Holds what the watching program said against what was true. */
export function judge(evidence: Evidence): Judgement {
  const { ids, outages, checked, settledAt } = evidence;
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
    worstDelayMs: Math.max(0, ...healthy.map(({ at, dueAt }) => at - dueAt)),
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

/** What waited for the trouble's end is late by it. */
function isTroubled(atMs: number, { trouble }: Evidence): boolean {
  return trouble !== null && atMs >= trouble.fromMs && atMs <= trouble.untilMs;
}
