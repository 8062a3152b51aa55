import { channelCalls, type Preview } from '@farwatch/core/contracts/api/channels';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type PreviewOutage, previewMessages } from '@farwatch/core/decisions/notifications/preview';
import { silentReason } from '@farwatch/core/decisions/notifications/silent-reason';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { installation } from '../../../domain/notifications/installation.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import { monitors } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { readNotifications } from '../notifications/settings.ts';

/** Looks a day ahead, from the end of the outage if it has one: what waits for quiet hours comes by then. */
export const previewNotifications = route(channelCalls.preview, {
  run: async (run, caller, { body: { monitorId, locations, severity, startsAt, lastsMin } }) => {
    const startMs = Date.parse(startsAt);
    const endMs = lastsMin === null ? null : startMs + lastsMin * MINUTE_MS;
    const maintenance = await readMaintenance(run, caller, monitorId);
    const outage = { monitorId, locations, severity, startMs, endMs, maintenance };
    return preview(run, caller, outage, (endMs ?? startMs) + DAY_MS);
  },
});

async function readMaintenance(run: Run, caller: Caller, monitorId: string) {
  const monitor = monitors.read(await monitors.ref(run.db, monitorId).get());
  if (monitor?.ownerId !== caller.uid) throw new ApiError('not_found');
  return monitor.maintenance;
}

async function preview(run: Run, caller: Caller, outage: PreviewOutage, untilMs: number): Promise<Preview> {
  const [settings, user] = await Promise.all([readNotifications(run, caller.uid), readUser(run, caller)]);
  const channels = channelsOf(settings, user, installation(process.env));
  const given = Object.fromEntries(Object.entries(channels).map(([id, channel]) => [id, { channel }]));
  const messages = previewMessages(given, settings, outage, untilMs).flatMap(({ channelId, atMs, kind }) => {
    const channel = channels[channelId];
    return channel ? [{ channelId, name: channel.name, type: channel.type, at: isoOf(atMs), kind }] : [];
  });
  const notified = new Set(messages.map(({ channelId }) => channelId));
  const silent = Object.entries(channels).flatMap(([channelId, channel]) => {
    if (notified.has(channelId)) return [];
    const reason = silentReason(channelId, channel, settings, outage, untilMs);
    return [{ channelId, name: channel.name, type: channel.type, reason }];
  });
  return { messages, silent, until: isoOf(untilMs) };
}
