import { type IncidentAlerts, incidentCalls } from '@farwatch/core/contracts/api/incidents';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { incidentSilence } from '@farwatch/core/decisions/notifications/silent-reason';
import { causeOutagesOf } from '@farwatch/core/decisions/notifications/subject';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Message } from '@farwatch/core/documents/message';
import { outboxId } from '@farwatch/core/documents/outbox';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { installation } from '../../../domain/notifications/installation.ts';
import { readCauses } from '../../../domain/notifications/look.ts';
import { offDutyOf, readOwner } from '../../../domain/notifications/owner.ts';
import { incidents, messages, monitors, outboxes } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';

const monitorFields = monitors.pick('maintenance', 'tags', 'dependsOn');

type Channels = IncidentAlerts['channels'];

/** Returns what each channel sent of an incident; why one sent nothing is derived, not stored. */
export const getIncidentAlerts = route(incidentCalls.alerts, {
  run: async (run, { accountId }, { params: { id } }) => {
    const incident = incidents.read(await incidents.ref(run.db, id).get());
    if (incident?.ownerId !== accountId) throw new ApiError('not_found');
    const [owner, monitorDoc, log] = await Promise.all([
      readOwner(run, accountId),
      monitors.ref(run.db, incident.monitorId).get(),
      readLog(run, accountId, id, incident),
    ]);
    const { maintenance = [], tags = [], dependsOn = [] } = monitorFields.read(monitorDoc) ?? {};
    const causeOutages = causeOutagesOf(dependsOn, await readCauses(run, dependsOn));
    const all = owner ? Object.entries(channelsOf(owner.settings, owner.user, installation(process.env))) : [];
    const refs = all.map(([channelId]) => outboxes.ref(run.db, outboxId(accountId, channelId)));
    const found = refs.length > 0 ? await run.db.getAll(...refs) : [];
    const channels = all.map(([channelId, channel], index): Channels[number] => {
      const sent = messagesOf(log, id, channelId);
      const known = { channelId, name: channel.name, messages: sent };
      if (sent.length > 0 || !owner) return { ...known, silence: null, until: null };
      const document = found[index];
      const deliveries = document ? outboxes.readIfValid(document) : null;
      const subject = { id, incident, maintenance, causeOutages };
      const { reason, untilMs } = incidentSilence(
        channelId,
        channel,
        owner.settings,
        { subject, tags, deliveries, offDuty: offDutyOf(owner, channel, run.nowMs) },
        run.nowMs,
      );
      return { ...known, silence: reason, until: untilMs === null ? null : isoOf(untilMs) };
    });
    return { channels: [...channels, ...removedChannels(log, id, new Set(all.map(([channelId]) => channelId)))] };
  },
});

/** What is held by quiet hours or a channel that fails is sent within this time of an incident's end. */
const SENT_WITHIN_MS = 2 * DAY_MS;

/** Reads the messages of an owner that report the incident, the oldest first. */
async function readLog(
  run: Run,
  ownerId: string,
  incidentId: string,
  { triggeredAt, resolvedAt }: Incident,
): Promise<Message[]> {
  const { docs } = await messages
    .collection(run.db)
    .where('ownerId', '==', ownerId)
    .where('createdAt', '>=', Timestamp.fromMillis(triggeredAt))
    .where('createdAt', '<=', Timestamp.fromMillis((resolvedAt ?? run.nowMs) + SENT_WITHIN_MS))
    .orderBy('createdAt', 'desc')
    .limit(LIST_LIMITS.byPerson)
    .get();
  return docs.reverse().flatMap((doc) => {
    const message = messages.readIfValid(doc);
    return message?.contents.some((content) => content.incidentId === incidentId) ? [message] : [];
  });
}

function messagesOf(log: readonly Message[], incidentId: string, channelId: string): Channels[number]['messages'] {
  return log
    .filter((message) => message.channelId === channelId)
    .flatMap(({ contents, createdAt, state, code, reason }) =>
      contents
        .filter((content) => content.incidentId === incidentId)
        .map(({ kind }) => ({ at: isoOf(createdAt), kind, state, code, reason })),
    );
}

/** Channels that sent something of the incident and no longer exist. */
function removedChannels(log: readonly Message[], incidentId: string, existing: ReadonlySet<string>): Channels {
  const removed = new Map(
    log.flatMap(({ channelId, channelName }) => (existing.has(channelId) ? [] : [[channelId, channelName] as const])),
  );
  return [...removed].map(([channelId, name]) => {
    return { channelId, name, messages: messagesOf(log, incidentId, channelId), silence: null, until: null };
  });
}
