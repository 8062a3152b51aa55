import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { World } from '../world.ts';
import { announcementsOf } from './announcements.ts';
import { channelOf } from './channel-views.ts';
import { type Incident, isAdmitted, LOGGING, type Severity } from './holds.ts';
import { ARRIVES_WITHIN_MS, isDelivering, isHeldAt, type Life, livesOf, timesOf } from './incident-life.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

/** A failure that is over. Its times are those that are stored, epoch ms. */
type Ended = {
  /** The number of the outage; 0 for an incident without outages. */
  number: number;
  severity: Severity;
  fromMs: number;
  toMs: number;
};
type Logged = { incidentId: string; number: number };

/**
 * Failures that started and ended are announced if only quiet hours held them. Those that other rules held all the time
 * are only logged, and no others are.
 */
export function checkAnnouncedOrLogged(world: World): Finding[] {
  const announced = announcementsOf(world);
  const logged = loggedBy(world);
  const isFor =
    (id: string, { number }: Ended) =>
    (each: Logged) =>
      each.incidentId === id && each.number === number;
  return livesOf(world).flatMap((life) =>
    endedOf(life).flatMap((ended) => {
      const isAnnounced = announced.some((each) => each.incidentId === life.id && each.outage === ended.number);
      const isLogged = logged.some(isFor(life.id, ended));
      return checkEnded(life, ended, { isAnnounced, isLogged });
    }),
  );
}

function checkEnded(
  life: Life,
  ended: Ended,
  { isAnnounced, isLogged }: { isAnnounced: boolean; isLogged: boolean },
): Finding[] {
  const { world, owner, id } = life;
  if (!isAdmitted(owner, ended.severity)) return [];
  // A delay may end between two of the times at which rules are looked at.
  const delayedMs = Math.min(ended.toMs - 1, ended.fromMs + owner.timing.delayMin * MINUTE_MS + SECOND_MS);
  const during = [...timesOf(life, ended.fromMs, ended.toMs), delayedMs, ended.toMs - 1];
  const untilMs = Math.min(world.timeline.nowMs, ended.toMs + ARRIVES_WITHIN_MS);
  const isHeld = during.every((atMs) => LOGGING.some((rule) => isHeldAt(life, rule, atMs, ended.severity) === true));
  const isNeverHeld = timesOf(life, ended.fromMs, untilMs).every((atMs) =>
    LOGGING.every((rule) => isHeldAt(life, rule, atMs, ended.severity) === false),
  );
  const what = `outage ${ended.number} of ${id}, ${formatTime(ended.fromMs)} to ${formatTime(ended.toMs)}`;
  if (isHeld && isAnnounced) return [{ rule: 'what a rule held is not announced', what }];
  if (isHeld && !isLogged && isOver(life, ended)) return [{ rule: 'what a rule held is logged', what }];
  if (isNeverHeld && isLogged) return [{ rule: 'only what a rule held is logged', what }];
  if (isNeverHeld && !isAnnounced && isOver(life, ended)) return [{ rule: 'what no rule held is announced', what }];
  return [];
}

/** Whether the message was due: long enough ago, also after quiet hours and a silence period. */
function isOver(life: Life, { toMs, severity }: Ended): boolean {
  const { world, owner } = life;
  const lastMs = world.timeline.nowMs - ARRIVES_WITHIN_MS;
  const times = timesOf(life, lastMs, world.timeline.nowMs);
  const isFree = times.every((atMs) => isHeldAt(life, 'quiet hours', atMs, severity) === false);
  return toMs + owner.silenceMin * MINUTE_MS < lastMs && isFree && times.every((atMs) => isDelivering(world, atMs));
}

/** Lists what the channel has only logged. */
function loggedBy(world: World): Logged[] {
  return [...documentsOf(world, 'messages').values()].flatMap(({ state, channelId, contents }) => {
    if (state !== 'skipped' || channelId !== channelOf(world)) return [];
    return contents.flatMap(({ incidentId, ended }) =>
      incidentId === null ? [] : ended.map((number) => ({ incidentId, number })),
    );
  });
}

/** Returns the ended outages. If there were many, the first ones are not stored. */
function endedOf(life: Life): Ended[] {
  const { versions } = life;
  const last = versions.at(-1)?.incident;
  if (!last) return [];
  const { earlierOutages, outage, resolvedAt, peakSeverity: severity } = last;
  if (!outage) {
    const toMs = versions.find(({ incident }) => incident.status === 'resolved')?.fromMs;
    return resolvedAt === null || toMs === undefined
      ? []
      : [{ number: 0, severity, fromMs: versions[0]?.fromMs ?? 0, toMs }];
  }
  return [...earlierOutages, outage].flatMap(({ number, severity: most, endedAt }) => {
    const fromMs = versions.find(({ incident }) => (incident.outage?.number ?? 0) >= number)?.fromMs;
    const toMs = versions.find(({ incident }) => hasEnded(incident, number))?.fromMs;
    return endedAt === null || fromMs === undefined || toMs === undefined
      ? []
      : [{ number, severity: most, fromMs, toMs }];
  });
}

function hasEnded({ outage }: Incident, number: number): boolean {
  return outage !== null && (outage.number > number || (outage.number === number && outage.endedAt !== null));
}
