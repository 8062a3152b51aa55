import { channelCalls, type Preview } from '@farwatch/core/contracts/api/channels';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { isReady } from '@farwatch/core/decisions/notifications/channel-policy';
import { offDutyPeriods, workingChannels } from '@farwatch/core/decisions/notifications/off-duty';
import { type PreviewOutage, previewMessages } from '@farwatch/core/decisions/notifications/preview';
import { silentReason } from '@farwatch/core/decisions/notifications/silent-reason';
import type { Channel } from '@farwatch/core/documents/channel';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { composeMessage } from '@farwatch/core/texts/compose-message';
import { textsOf } from '@farwatch/core/texts/texts';
import { accountZone } from '@farwatch/core/values/summary/account-zone';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { installation } from '../../../domain/notifications/installation.ts';
import { readDuty, readNames } from '../../../domain/notifications/read-duty.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { route } from '../../../platform/http/route.ts';
import { readOwnMonitor } from '../monitors/read-monitor.ts';
import { readNotifications } from '../notifications/settings.ts';
import { channelOf } from './stored-channels.ts';

/** Looks a day ahead, from the end of the outage if it has one: what waits for quiet hours comes by then. */
export const previewNotifications = route(channelCalls.preview, {
  run: async (run, caller, { body: { monitorId, locations, severity, startsAt, durationMin } }) => {
    const startMs = Date.parse(startsAt);
    const endMs = durationMin === null ? null : startMs + durationMin * MINUTE_MS;
    const monitor = await readOwnMonitor(run, caller, monitorId);
    const { maintenance, tags } = monitor;
    const outage = { monitorId, locations, tags, severity, startMs, endMs, maintenance, names: namesOf(monitor) };
    return preview(run, caller, outage, (endMs ?? startMs) + DAY_MS);
  },
});

/** The message names the first endpoint. */
function namesOf({ name, endpoints }: Pick<Monitor, 'name' | 'endpoints'>) {
  const [endpoint] = Object.values(endpoints);
  return { endpoint: { name: endpoint?.name ?? name, url: endpoint?.url ?? '' }, monitor: { name } };
}

async function preview(run: Run, caller: Caller, outage: PreviewOutage, untilMs: number): Promise<Preview> {
  const [settings, user] = await Promise.all([readNotifications(run, caller.accountId), readUser(run, caller)]);
  const channels = channelsOf(settings, user, installation(process.env));
  const ready = Object.fromEntries(Object.entries(channels).filter(([id, channel]) => isReady(id, channel)));
  const working = workingChannels(ready, user);
  const duty = await readDuty(run, caller.accountId, Object.values(ready), user);
  const names = await readNames(run, caller.accountId, user, Object.values(channels));
  const person = ({ personId }: Channel) => {
    const name = personId === undefined ? undefined : names.get(personId);
    return name === undefined ? {} : { person: name };
  };
  const offDuty = (channel: Channel) =>
    offDutyPeriods(channel, working, duty, { fromMs: outage.startMs, untilMs: untilMs + 1 });
  const given = Object.fromEntries(Object.entries(channels).map(([id, channel]) => [id, { channel }]));
  const messages = await Promise.all(
    previewMessages(given, settings, outage, untilMs, offDuty).map(async ({ channelId, atMs, content }) => {
      const channel = channelOf(channels, channelId);
      const { name, type, language } = channel;
      const texts = await textsOf(language ?? user.language, accountZone(user));
      const { text } = composeMessage([content], texts, { id: channelId, nowMs: atMs, link: null });
      return { channelId, name, type, ...person(channel), at: isoOf(atMs), kind: content.kind, text };
    }),
  );
  const notified = new Set(messages.map(({ channelId }) => channelId));
  const silent = Object.entries(channels).flatMap(([channelId, channel]) => {
    if (notified.has(channelId)) return [];
    const reason = silentReason(channelId, channel, settings, outage, untilMs, offDuty(channel));
    return [{ channelId, name: channel.name, type: channel.type, reason }];
  });
  return { messages, silent, until: isoOf(untilMs) };
}
