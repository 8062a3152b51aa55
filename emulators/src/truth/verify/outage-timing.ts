import { MINUTE_MS } from '../scenario.ts';
import type { World } from '../world.ts';
import { documentsOf, type Finding, type StoredAlert, type StoredEndpoint, siteOf } from './observations.ts';
import { inWords, isQuiet, type Stretch, stretchesOf, type Watch, watchesOf } from './lasting-outages.ts';

/**
 * What lies at most between a failing check that was due and the status: two checks of at most ten seconds two seconds
 * apart, the report, the drain, and a check of at most ten seconds elsewhere (docs/architecture.md, Verdict, Status).
 */
const SEEN_MS = 40_000;
/** From the status to the message: the hold of at most ten seconds, and its sending. */
const SAID_MS = 15_000;
/** What is down is checked every minute; that check takes at most ten seconds, and its slot may be taken for as long. */
const SEEN_UP_MS = MINUTE_MS + 20_000;
/** An interval and so long before and after an outage all is well, so that what was measured is of this one. */
const AROUND_MS = 3 * MINUTE_MS;

/**
 * An outage and what was made of it. `delayMs`: until it was told, null if it never was. `startedLateMs`, `endedLateMs`:
 * how much later than the outage the stored downtime begins and ends, null if it was not seen.
 */
export type Measured = {
  intervalMin: number;
  lengthMs: number;
  delayMs: number | null;
  seen: { startedLateMs: number; endedLateMs: number } | null;
  what: string;
};

/** The outages beside which nothing else was in trouble, with what was measured of them. */
export function measuredOutages(world: World): Measured[] {
  if (world.scenario.faults.some((fault) => fault.do === 'set-interval')) return [];
  const endpoints = [...documentsOf(world, 'endpoints')];
  const sent = [...documentsOf(world, 'alerts').values()].filter(
    ({ kind, state }) => (kind === 'outage' || kind === 'short_outage') && state === 'sent',
  );
  return watchesOf(world).flatMap((watch) => {
    const owner = world.scenario.owners[world.scenario.monitors[watch.monitor]?.owner ?? 0];
    const monitorId = world.monitorIds[watch.monitor];
    const found = endpoints.find(([, each]) => each.monitorId === monitorId && siteOf(each.url) === watch.site);
    if (!found || owner?.severity !== 'all' || owner.silenceMin > 0) return [];
    const [id, endpoint] = found;
    const { intervalMin } = owner;
    const alerts = sent.filter(({ endpointId }) => endpointId === id);
    const aroundMs = intervalMin * MINUTE_MS + AROUND_MS;
    return stretchesOf(world, watch).flatMap((stretch, index, all) => {
      const [before, after] = [all[index - 1], all[index + 1]];
      if (!stretch.isDown || !isWell(before, stretch.fromMs - aroundMs) || !isWell(after, stretch.toMs + aroundMs))
        return [];
      if (!isQuiet(world, watch, stretch.fromMs - 2 * aroundMs, stretch.toMs + aroundMs)) return [];
      return [measure(stretch, { watch, intervalMin, endpoint, alerts })];
    });
  });
}

function isWell(stretch: Stretch | undefined, atMs: number): boolean {
  return stretch !== undefined && !stretch.isDown && stretch.fromMs <= atMs && atMs <= stretch.toMs;
}

type Known = { watch: Watch; intervalMin: number; endpoint: StoredEndpoint; alerts: StoredAlert[] };

function measure(stretch: Stretch, { watch, intervalMin, endpoint, alerts }: Known): Measured {
  const { fromMs, toMs } = stretch;
  const untilMs = toMs + intervalMin * MINUTE_MS + AROUND_MS;
  const isOfIt = (atMs: number) => atMs >= fromMs && atMs <= untilMs;
  const told = alerts.flatMap(({ finishedAt }) => (finishedAt !== null && isOfIt(finishedAt) ? finishedAt : []));
  const ordered = [...endpoint.transitions].sort((a, b) => a.at - b.at);
  const began = ordered.find(({ at, to }) => to === 'down' && isOfIt(at));
  const ended = began && ordered.find(({ at, to }) => to !== 'down' && at > began.at);
  return {
    intervalMin,
    lengthMs: toMs - fromMs,
    delayMs: told.length > 0 ? Math.min(...told) - fromMs : null,
    seen: began
      ? { startedLateMs: began.at - fromMs, endedLateMs: Math.min(ended?.at ?? untilMs, untilMs) - toMs }
      : null,
    what: inWords(watch, stretch),
  };
}

/** An outage is told, and measured, as exactly as the interval allows. */
export function checkMeasured(world: World): Finding[] {
  return measuredOutages(world).flatMap(({ intervalMin, lengthMs, delayMs, seen, what }) => {
    const seenMs = intervalMin * MINUTE_MS + SEEN_MS;
    const findings: Finding[] = [];
    const isOwed = lengthMs > seenMs + SAID_MS;
    if (delayMs === null ? isOwed : delayMs > seenMs + SAID_MS)
      findings.push({ rule: 'an outage is told in time', what: `${what}: after ${inSec(delayMs)}` });
    if (seen ? seen.startedLateMs > seenMs : isOwed)
      findings.push({ rule: 'downtime begins in time', what: `${what}: ${inSec(seen?.startedLateMs)} late` });
    if (seen && Math.abs(seen.endedLateMs) > SEEN_UP_MS)
      findings.push({ rule: 'downtime ends in time', what: `${what}: ${inSec(seen.endedLateMs)} late` });
    return findings;
  });
}

function inSec(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? 'for good' : `${Math.round(ms / 1000)} s`;
}
