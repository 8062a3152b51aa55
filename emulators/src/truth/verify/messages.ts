import { T0, type World } from '../world.ts';
import { documentsOf, type Finding, type StoredAlert } from './observations.ts';

/** What was told belongs together: each outage once, its recovery once and after it, and nothing twice. */
export function checkMessages(world: World): Finding[] {
  const alerts = [...documentsOf(world, 'alerts')].filter(([, { incidentId }]) => incidentId !== null);
  const byMatter = Map.groupBy(alerts, ([, { incidentId, outage }]) => `${incidentId}_${outage}`);
  const pairs = [...byMatter].flatMap(([matter, list]) =>
    checkMatter(
      world,
      matter,
      list.map(([, alert]) => alert),
    ),
  );
  return [...pairs, ...checkRepeats(world), ...checkSilencePeriod(world), ...checkTurns(world), ...checkOpen(world)];
}

function checkMatter(world: World, matter: string, alerts: StoredAlert[]): Finding[] {
  const findings: Finding[] = [];
  const add = (rule: string, what: string) => findings.push({ rule, what: `${matter}: ${what}` });
  const [any] = alerts;
  const incident = documentsOf(world, 'incidents').get(any?.incidentId ?? '');
  if (!any || !incident) return findings;
  const sent = alerts.filter(({ state }) => state === 'sent');
  const failures = sent.filter(({ kind }) => kind === 'outage' || kind === 'partial');
  const recoveries = alerts.filter(({ kind }) => kind === 'recovery');
  const isOver =
    any.outage === 0 || incident.outage?.number !== any.outage
      ? incident.status === 'resolved'
      : incident.outage.endedAt !== null;
  const isRecovered = isOver && (incident.status === 'active' || incident.updates.at(-1)?.event === 'recovered');
  const [recovery] = recoveries;
  if (recoveries.length > 1) add('a recovery is told once', `${recoveries.length} recoveries`);
  if (failures.length > 0 && isRecovered && any.outage !== 0 && recovery?.state !== 'sent')
    add('a told outage has its recovery', `${recovery?.state ?? 'none'} (${at(any.createdAt)})`);
  if (recovery?.state === 'sent' && failures.length === 0) add('a recovery follows its outage', at(recovery.createdAt));
  const saidAt = (alert: StoredAlert) => world.server.chat.said.find(({ id }) => id === alert.messageId)?.atMs ?? 0;
  for (const failure of failures) {
    if (recovery && recovery.state === 'sent' && saidAt(recovery) < saidAt(failure))
      add('a recovery follows its outage', `it was said at ${at(saidAt(recovery))}, before ${at(saidAt(failure))}`);
  }
  return findings;
}

/** So long after a message its sender has noted it. */
const NOTED_MS = 5_000;

/** A message may come again only where its sender had no answer, or died or was refused before it noted the message. */
function checkRepeats(world: World): Finding[] {
  const { said, unanswered } = world.server.chat;
  const alerts = [...documentsOf(world, 'alerts').values()];
  const settled = new Set(alerts.flatMap(({ messageId }) => messageId ?? []));
  const broken = new Set(world.server.brokenSenders);
  const unsettled = said.filter(({ id, atMs, chatId }) => {
    if (settled.has(id) || unanswered.has(id)) return false;
    const excuse = [...broken].find(
      (each) => each.ownerId === chatId && each.atMs >= atMs && each.atMs <= atMs + NOTED_MS,
    );
    return excuse === undefined || !broken.delete(excuse);
  });
  if (unsettled.length === 0) return [];
  const texts = unsettled.map(({ atMs, text }) => `${at(atMs)} ${text.split('\n')[0]}`);
  return [{ rule: 'nothing is said twice', what: texts.join('; ') }];
}

/** An endpoint is up again only after it was told to fail, or a recovery has named where it still failed. */
function checkTurns(world: World): Finding[] {
  const sent = [...documentsOf(world, 'alerts').values()].filter(
    ({ incidentId, state }) => incidentId !== null && state === 'sent',
  );
  const ordered = sent.sort((a, b) => a.createdAt - b.createdAt);
  return [...Map.groupBy(ordered, ({ endpointId }) => endpointId)].flatMap(([endpointId, list]) =>
    list.flatMap((alert, index) => {
      const before = list[index - 1];
      const isAnswer = alert.kind !== 'recovery' || !before || before.kind !== 'recovery';
      if (isAnswer || before.values.stillFailing.length > 0) return [];
      const what = `${endpointId} at ${at(before.finishedAt ?? 0)} and ${at(alert.finishedAt ?? 0)}`;
      return [{ rule: 'it is up again once', what }];
    }),
  );
}

const SEVERITY_RANK = ['informational', 'minor', 'major', 'critical'];

/** Within the silence period after an alert of an endpoint only moreSevere ones are sent. */
function checkSilencePeriod(world: World): Finding[] {
  const failures = [...documentsOf(world, 'alerts').values()].filter(
    ({ kind, state }) => (kind === 'outage' || kind === 'partial') && state === 'sent',
  );
  const ordered = failures.sort((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0));
  // With another URL an endpoint is another thing.
  return [...Map.groupBy(ordered, ({ endpointId, values }) => `${endpointId} ${values.url}`).values()].flatMap((list) =>
    list.flatMap((alert, index) => {
      const before = list.slice(0, index).findLast(({ messageId }) => messageId !== alert.messageId);
      const owner = world.scenario.owners.find(({ uid }) => uid === alert.ownerId);
      if (!before || !owner) return [];
      const isMoreSevere = SEVERITY_RANK.indexOf(alert.severity) > SEVERITY_RANK.indexOf(before.severity);
      const tooEarly = (alert.finishedAt ?? 0) < before.createdAt + owner.silenceMin * 60_000;
      if (isMoreSevere || !tooEarly) return [];
      const what = `${alert.endpointId} at ${at(alert.finishedAt ?? 0)} after ${at(before.createdAt)}`;
      return [{ rule: 'silence is kept', what }];
    }),
  );
}

/** Who wants to hear everything at once has heard of each endpoint that is down. */
function checkOpen(world: World): Finding[] {
  const eager = new Set(
    world.scenario.owners.flatMap(({ uid, severity, silenceMin }) =>
      severity === 'all' && silenceMin === 0 ? uid : [],
    ),
  );
  const alerts = [...documentsOf(world, 'alerts').values()];
  return [...documentsOf(world, 'incidents')].flatMap(([id, { ownerId, status, outage, endpointId }]) => {
    if (!eager.has(ownerId) || status !== 'active') return [];
    const number = outage !== null && outage.endedAt === null ? outage.number : 0;
    const isNotified = alerts.some(
      (alert) => alert.incidentId === id && alert.outage === number && alert.state === 'sent',
    );
    return isNotified ? [] : [{ rule: 'what fails is told', what: `${endpointId}, incident ${id}, outage ${number}` }];
  });
}

/** A moment, as minutes and seconds since the world began. */
export function at(ms: number): string {
  const sec = Math.round((ms - T0) / 1000);
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}
