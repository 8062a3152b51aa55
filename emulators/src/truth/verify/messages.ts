import { MINUTE_MS } from '@farwatch/core/values/time';
import type { World } from '../world.ts';
import { type Announcement, announcementsOf, receivedContents } from './announcements.ts';
import { getsAllAtOnce, isPresent } from './channel-views.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

/** Messages match: each outage is reported once, its recovery once and after it, and no message is sent twice. */
export function checkMessages(world: World): Finding[] {
  const announcements = announcementsOf(world);
  const byOutage = Map.groupBy(announcements, ({ incidentId, outage }) => `${incidentId}_${outage}`);
  return [
    ...[...byOutage].flatMap(([name, list]) => checkOutage(world, name, list)),
    ...checkRepeats(world),
    ...checkSilencePeriod(world, announcements),
    ...checkOrder(announcements),
    ...checkOpen(world, announcements),
  ];
}

function checkOutage(world: World, name: string, announced: Announcement[]): Finding[] {
  const findings: Finding[] = [];
  const add = (rule: string, what: string) => findings.push({ rule, what: `${name}: ${what}` });
  const [first] = announced;
  const recoveries = announced.filter(({ kind }) => kind === 'recovery');
  const [recovery] = recoveries;
  // One that was not stored is announced again with what is true by then, such as the locations that still fail.
  const stored = recoveries.filter((each) => each === recoveries.at(-1) || !isUnstored(world, each));
  if (stored.length > 1) add('a recovery is reported once', `${recoveries.length} recoveries`);
  if (recovery && first === recovery) add('a recovery follows its outage', formatTime(recovery.atMs));
  if (first && !recovery && first.outage !== 0 && isPresent(world) && hasRecovered(world, first))
    add('a reported outage has its recovery', formatTime(first.atMs));
  return findings;
}

/** Whether the outage is over because the endpoint is up again, not because it is no longer watched. */
function hasRecovered(world: World, { incidentId, outage }: Announcement): boolean {
  const incident = documentsOf(world, 'incidents').get(incidentId);
  if (!incident) return false;
  const isOver = incident.outage?.number === outage ? incident.outage.endedAt !== null : incident.status === 'resolved';
  return isOver && (incident.status === 'active' || incident.updates.at(-1)?.event === 'recovered');
}

/** A message may arrive this long after its sender has died. */
const ARRIVES_WITHIN_MS = 500;
/** The time within which a message's sender stores that it was sent. */
const STORED_WITHIN_MS = 5_000;

/** Whether the sender of an announcement got no answer, or died or failed before it stored that it was sent. */
function isUnstored({ server }: World, { messageId, atMs, ownerId }: Announcement): boolean {
  return server.chat.unanswered.has(messageId) || server.brokenSenders.some((each) => isOf(each, { atMs, ownerId }));
}

type Sent = { ownerId: string; atMs: number };

function isOf(broken: Sent, { ownerId, atMs }: Sent): boolean {
  const isInTime = broken.atMs >= atMs - ARRIVES_WITHIN_MS && broken.atMs <= atMs + STORED_WITHIN_MS;
  return broken.ownerId === ownerId && isInTime;
}

/** A message may be sent again only if its sender got no answer, or died or failed before it stored that it was sent. */
function checkRepeats(world: World): Finding[] {
  const { unanswered } = world.server.chat;
  const broken = new Set(world.server.brokenSenders);
  const pairs = new Map(
    receivedContents(world).flatMap(({ content, message, repeated }) =>
      repeated && content.kind !== 'reminder' ? [[message, repeated] as const] : [],
    ),
  );
  const repeats = [...pairs].filter(([message, { id, atMs, ownerId }]) => {
    if (unanswered.has(id)) return false;
    const excuse = [...broken].find((each) => isOf(each, { ownerId, atMs }));
    return excuse === undefined || !broken.delete(excuse) || message.atMs < excuse.atMs;
  });
  if (repeats.length === 0) return [];
  const texts = repeats.map(([{ atMs, text }]) => `${formatTime(atMs)} ${text.split('\n')[0]}`);
  return [{ rule: 'no message is sent twice', what: texts.join('; ') }];
}

/** A recovery follows a reported failure, or a recovery that named locations that still failed. */
function checkOrder(announcements: readonly Announcement[]): Finding[] {
  return [...Map.groupBy(announcements, ({ endpointId }) => endpointId)].flatMap(([endpointId, list]) =>
    list.flatMap(({ kind, atMs }, index): Finding[] => {
      const before = list[index - 1];
      if (kind !== 'recovery' || before?.kind !== 'recovery' || before.values.stillFailing.length > 0) return [];
      const what = `${endpointId} at ${formatTime(before.atMs)} and ${formatTime(atMs)}`;
      return [{ rule: 'no recovery follows a recovery', what }];
    }),
  );
}

/** The time from the decision to the message: the hold of at most ten seconds, and the sending. */
const HELD_MS = 15_000;
const SEVERITY_RANK = ['informational', 'minor', 'major', 'critical'];

/** Within the silence period after a reported failure of an endpoint, only more severe ones are reported. */
function checkSilencePeriod(world: World, announcements: readonly Announcement[]): Finding[] {
  const failures = announcements.filter(({ kind, isNamed, wasOver }) => kind !== 'recovery' && !isNamed && !wasOver);
  // A silence period ends when the endpoint gets another URL.
  return [...Map.groupBy(failures, ({ endpointId, values }) => `${endpointId} ${values.url}`).values()].flatMap(
    (list) =>
      list.flatMap(({ messageId, ownerId, severity, endpointId, site, atMs }, index): Finding[] => {
        const before = list.slice(0, index).findLast((each) => each.messageId !== messageId);
        const owner = world.scenario.owners.find(({ uid }) => uid === ownerId);
        if (!before || !owner || isPausedBetween(world, before.atMs, atMs)) return [];
        if (isUnwatchedBetween(world, site, before.atMs, atMs)) return [];
        const isMoreSevere = SEVERITY_RANK.indexOf(severity) > SEVERITY_RANK.indexOf(before.severity);
        if (isMoreSevere || atMs >= silenceStart(before) + owner.silenceMin * MINUTE_MS) return [];
        const what = `${endpointId} at ${formatTime(atMs)} after ${formatTime(before.atMs)}`;
        return [{ rule: 'the silence period is kept', what }];
      }),
  );
}

/** A silence period also ends with a pause: what fails after it has been resumed is reported. */
function isPausedBetween({ scenario, timeline }: World, fromMs: number, toMs: number): boolean {
  const isBetween = (atMs: number) => atMs > fromMs && atMs < toMs;
  return scenario.faults.some((fault) => fault.do === 'pause' && isBetween(timeline.startMs + fault.atMs));
}

/** So does an edit of the URL, even if another one restores it. */
function isUnwatchedBetween({ edits }: World, site: string, fromMs: number, toMs: number): boolean {
  return edits.some(({ atMs, sites }) => atMs > fromMs && atMs < toMs && !sites.includes(site));
}

/** A failure that is sent at once is held for some seconds; one that is sent late may have been due since it occurred. */
function silenceStart({ atMs, values }: Announcement): number {
  return atMs - values.occurredAt < 2 * MINUTE_MS ? atMs - HELD_MS : values.occurredAt;
}

/** Owners who get every alert at once were notified of each endpoint that fails, perhaps by the recovery before. */
function checkOpen(world: World, announcements: readonly Announcement[]): Finding[] {
  if (!isPresent(world)) return [];
  const immediate = world.scenario.owners.filter((_, index) => getsAllAtOnce(world, index));
  return [...documentsOf(world, 'incidents')].flatMap(
    ([id, { ownerId, status, type, outage, endpointId }]): Finding[] => {
      if (status !== 'active' || type !== 'downtime' || !immediate.some(({ uid }) => uid === ownerId)) return [];
      const number = outage !== null && outage.endedAt === null ? outage.number : 0;
      const last = announcements.findLast(({ incidentId }) => incidentId === id);
      const isNamed = number === 0 && last !== undefined && last.values.stillFailing.length > 0;
      const isNotified = announcements.some((each) => each.incidentId === id && each.outage === number);
      return isNamed || isNotified
        ? []
        : [{ rule: 'a failure is reported', what: `${endpointId}, incident ${id}, outage ${number}` }];
    },
  );
}
