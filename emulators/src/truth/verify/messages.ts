import type { DocumentOf } from '@farwatch/core/documents/collections';
import { MINUTE_MS } from '@farwatch/core/values/time';
import type { World } from '../world.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

type Alert = DocumentOf<'alerts'>;

/** Alerts match: each outage is reported once, its recovery once and after it, and no message is sent twice. */
export function checkMessages(world: World): Finding[] {
  const alerts = [...documentsOf(world, 'alerts').values()].filter(({ incidentId }) => incidentId !== null);
  const byOutage = Map.groupBy(alerts, ({ incidentId, outage }) => `${incidentId}_${outage}`);
  return [
    ...[...byOutage].flatMap(([name, list]) => checkOutage(world, name, list)),
    ...checkRepeats(world),
    ...checkSilencePeriod(world),
    ...checkOrder(alerts),
    ...checkOpen(world),
  ];
}

function checkOutage(world: World, name: string, alerts: Alert[]): Finding[] {
  const findings: Finding[] = [];
  const add = (rule: string, what: string) => findings.push({ rule, what: `${name}: ${what}` });
  const [any] = alerts;
  const incident = documentsOf(world, 'incidents').get(any?.incidentId ?? '');
  if (!any || !incident) return findings;
  const failures = alerts.filter(({ state, kind }) => state === 'sent' && (kind === 'outage' || kind === 'partial'));
  const recoveries = alerts.filter(({ kind }) => kind === 'recovery');
  const isOver =
    any.outage === 0 || incident.outage?.number !== any.outage
      ? incident.status === 'resolved'
      : incident.outage.endedAt !== null;
  const isRecovered = isOver && (incident.status === 'active' || incident.updates.at(-1)?.event === 'recovered');
  const [recovery] = recoveries;
  if (recoveries.length > 1) add('a recovery is reported once', `${recoveries.length} recoveries`);
  if (failures.length > 0 && isRecovered && any.outage !== 0 && recovery?.state !== 'sent')
    add('a reported outage has its recovery', `${recovery?.state ?? 'none'} (${formatTime(any.createdAt)})`);
  if (recovery?.state !== 'sent') return findings;
  if (failures.length === 0) add('a recovery follows its outage', formatTime(recovery.createdAt));
  const sentAt = ({ messageId }: Alert) => world.server.chat.messages.find(({ id }) => id === messageId)?.atMs ?? 0;
  for (const failure of failures) {
    if (sentAt(recovery) >= sentAt(failure)) continue;
    const times = `sent at ${formatTime(sentAt(recovery))}, before ${formatTime(sentAt(failure))}`;
    add('a recovery follows its outage', times);
  }
  return findings;
}

/** Within this time after a message its sender has stored its id. */
const STORED_WITHIN_MS = 5_000;

/**
 * A message may be sent again only if its sender got no answer, or died or failed before it stored the message's id.
 */
function checkRepeats(world: World): Finding[] {
  const { messages, unanswered } = world.server.chat;
  const stored = new Set([...documentsOf(world, 'alerts').values()].flatMap(({ messageId }) => messageId ?? []));
  const broken = new Set(world.server.brokenSenders);
  const repeats = messages.filter(({ id, atMs, chatId }) => {
    if (stored.has(id) || unanswered.has(id)) return false;
    const excuse = [...broken].find(
      (each) => each.ownerId === chatId && each.atMs >= atMs && each.atMs <= atMs + STORED_WITHIN_MS,
    );
    return excuse === undefined || !broken.delete(excuse);
  });
  if (repeats.length === 0) return [];
  const texts = repeats.map(({ atMs, text }) => `${formatTime(atMs)} ${text.split('\n')[0]}`);
  return [{ rule: 'no message is sent twice', what: texts.join('; ') }];
}

/** A recovery follows a reported failure, or a recovery that named locations that still failed. */
function checkOrder(alerts: readonly Alert[]): Finding[] {
  const ordered = alerts.filter(({ state }) => state === 'sent').sort((a, b) => a.createdAt - b.createdAt);
  return [...Map.groupBy(ordered, ({ endpointId }) => endpointId)].flatMap(([endpointId, list]) =>
    list.flatMap((alert, index): Finding[] => {
      const before = list[index - 1];
      if (alert.kind !== 'recovery' || before?.kind !== 'recovery' || before.values.stillFailing.length > 0) return [];
      const what = `${endpointId} at ${formatTime(before.finishedAt ?? 0)} and ${formatTime(alert.finishedAt ?? 0)}`;
      return [{ rule: 'no recovery follows a recovery', what }];
    }),
  );
}

const SEVERITY_RANK = ['informational', 'minor', 'major', 'critical'];

/** Within the silence period after an alert of an endpoint only more severe ones are sent. */
function checkSilencePeriod(world: World): Finding[] {
  const failures = [...documentsOf(world, 'alerts').values()].filter(
    ({ kind, state }) => (kind === 'outage' || kind === 'partial') && state === 'sent',
  );
  const ordered = failures.sort((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0));
  // A silence period ends when the endpoint gets another URL.
  return [...Map.groupBy(ordered, ({ endpointId, values }) => `${endpointId} ${values.url}`).values()].flatMap((list) =>
    list.flatMap((alert, index): Finding[] => {
      const before = list.slice(0, index).findLast(({ messageId }) => messageId !== alert.messageId);
      const owner = world.scenario.owners.find(({ uid }) => uid === alert.ownerId);
      if (!before || !owner) return [];
      const isMoreSevere = SEVERITY_RANK.indexOf(alert.severity) > SEVERITY_RANK.indexOf(before.severity);
      const sentAt = alert.finishedAt ?? 0;
      if (isMoreSevere || sentAt >= before.createdAt + owner.silenceMin * MINUTE_MS) return [];
      const what = `${alert.endpointId} at ${formatTime(sentAt)} after ${formatTime(before.createdAt)}`;
      return [{ rule: 'the silence period is kept', what }];
    }),
  );
}

/** Owners who get every alert at once were notified of each endpoint that is down. */
function checkOpen(world: World): Finding[] {
  const immediate = world.scenario.owners.filter(({ severity, silenceMin }) => severity === 'all' && silenceMin === 0);
  const alerts = [...documentsOf(world, 'alerts').values()];
  return [...documentsOf(world, 'incidents')].flatMap(([id, { ownerId, status, outage, endpointId }]): Finding[] => {
    if (status !== 'active' || !immediate.some(({ uid }) => uid === ownerId)) return [];
    const number = outage !== null && outage.endedAt === null ? outage.number : 0;
    const isNotified = alerts.some(
      (alert) => alert.incidentId === id && alert.outage === number && alert.state === 'sent',
    );
    return isNotified
      ? []
      : [{ rule: 'a failure is reported', what: `${endpointId}, incident ${id}, outage ${number}` }];
  });
}
