import { MINUTE_MS } from '@farwatch/core/values/time';
import { siteOf } from '../sites.ts';
import type { World } from '../world.ts';
import { announcementsOf } from './announcements.ts';
import {
  describePeriod,
  immediateOwnerOf,
  isQuiet,
  type Period,
  periodsOf,
  type Watch,
  watchesOf,
} from './long-outages.ts';
import { documentsOf, type Finding } from './observations.ts';

/**
 * The longest time from the due check that fails to the status: two checks of at most ten seconds, two seconds apart,
 * the report, the drain, and a check of at most ten seconds elsewhere (docs/agent.md, Verdict; docs/status.md, Status
 * rules).
 */
const STATUS_WITHIN_MS = 40_000;
/** The longest check. */
const CHECK_MS = 10_000;
/** The longest time from the status to the message: the hold of at most ten seconds, and the sending. */
const MESSAGE_WITHIN_MS = 15_000;
/**
 * Endpoints that are down are checked every minute; a check takes at most ten seconds and may wait as long for its
 * slot.
 */
const UP_WITHIN_MS = MINUTE_MS + 20_000;
/** An interval and this long before and after an outage everything is up, so that outages are measured separately. */
const AROUND_MS = 3 * MINUTE_MS;

/** An outage and what Farwatch recorded of it. */
export type OutageTiming = {
  intervalMin: number;
  lengthMs: number;
  /** The time until its message; null if none was sent. */
  delayMs: number | null;
  /** How much later than the outage the stored downtime starts and ends; null without downtime. */
  stored: { startedLateMs: number; endedLateMs: number } | null;
  what: string;
};

/** The timing of each outage during which nothing else had a fault. */
export function measureOutages(world: World): OutageTiming[] {
  if (world.scenario.faults.some((fault) => fault.do === 'set-interval')) return [];
  return watchesOf(world).flatMap((watch) => {
    const intervalMin = immediateOwnerOf(world, watch)?.intervalMin;
    if (intervalMin === undefined) return [];
    const aroundMs = intervalMin * MINUTE_MS + AROUND_MS;
    return periodsOf(world, watch).flatMap((period, index, all) => {
      const { fromMs, toMs, isDown } = period;
      if (!isDown || !isUp(all[index - 1], fromMs - aroundMs) || !isUp(all[index + 1], toMs + aroundMs)) return [];
      if (!isQuiet(world, watch, fromMs - 2 * aroundMs, toMs + aroundMs)) return [];
      return measureOutage(world, watch, period, intervalMin) ?? [];
    });
  });
}

function isUp(period: Period | undefined, atMs: number): boolean {
  return period !== undefined && !period.isDown && period.fromMs <= atMs && atMs <= period.toMs;
}

function measureOutage(world: World, watch: Watch, period: Period, intervalMin: number): OutageTiming | null {
  const monitorId = world.monitorIds[watch.monitor];
  const found = [...documentsOf(world, 'endpoints')].find(
    ([, each]) => each.monitorId === monitorId && siteOf(each.url) === watch.site,
  );
  if (!found) return null;
  const [id, endpoint] = found;
  const { fromMs, toMs } = period;
  const untilMs = toMs + intervalMin * MINUTE_MS + AROUND_MS;
  const isWithin = (atMs: number | null) => atMs !== null && atMs >= fromMs && atMs <= untilMs;
  const sentAt = announcementsOf(world).flatMap(({ kind, endpointId, atMs }) =>
    kind === 'down' && endpointId === id ? atMs : [],
  );
  const reported = sentAt.filter(isWithin);
  const ordered = [...endpoint.transitions].sort((a, b) => a.at - b.at);
  // A check that had started before the outage may be the first to fail.
  const down = ordered.find(({ at, to }) => to === 'down' && isWithin(at + CHECK_MS));
  const up = down && ordered.find(({ at, to }) => to !== 'down' && at > down.at);
  return {
    intervalMin,
    lengthMs: toMs - fromMs,
    delayMs: reported.length > 0 ? Math.min(...reported) - fromMs : null,
    stored: down ? { startedLateMs: down.at - fromMs, endedLateMs: Math.min(up?.at ?? untilMs, untilMs) - toMs } : null,
    what: describePeriod(watch, period),
  };
}

/** An outage is reported, and its downtime stored, as exactly as the interval allows. */
export function checkTiming(world: World): Finding[] {
  return measureOutages(world).flatMap(({ intervalMin, lengthMs, delayMs, stored, what }) => {
    const statusMs = intervalMin * MINUTE_MS + STATUS_WITHIN_MS;
    const messageMs = statusMs + MESSAGE_WITHIN_MS;
    const findings: Finding[] = [];
    const mustBeSeen = lengthMs > messageMs;
    if (delayMs === null ? mustBeSeen : delayMs > messageMs)
      findings.push({ rule: 'an outage is reported in time', what: `${what}: after ${formatSec(delayMs)}` });
    if (stored ? stored.startedLateMs > statusMs : mustBeSeen)
      findings.push({ rule: 'downtime starts in time', what: `${what}: ${formatSec(stored?.startedLateMs)} late` });
    if (stored && Math.abs(stored.endedLateMs) > UP_WITHIN_MS)
      findings.push({ rule: 'downtime ends in time', what: `${what}: ${formatSec(stored.endedLateMs)} late` });
    return findings;
  });
}

function formatSec(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? 'infinitely' : `${Math.round(ms / 1000)} s`;
}
