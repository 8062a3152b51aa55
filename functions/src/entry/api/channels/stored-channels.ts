import type { Deliveries } from '@farwatch/core/decisions/channels/channel-state';
import type { Channel } from '@farwatch/core/documents/channel';
import { channelsOf, EMAIL_CHANNEL_ID, TELEGRAM_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import type { StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { outboxId } from '@farwatch/core/documents/outbox';
import type { ChannelTiming } from '@farwatch/core/values/channel-timing';
import { targetOf } from '@farwatch/core/values/channels/channel-settings';
import { LIMITS } from '@farwatch/core/values/limits';
import { refuseManagedTwice } from '../../../domain/monitors/refuse-managed-twice.ts';
import { installation } from '../../../domain/notifications/installation.ts';
import { presentOf } from '../../../domain/notifications/read-duty.ts';
import { saveSettings } from '../../../domain/notifications/save-settings.ts';
import { ensureUser, readUser } from '../../../domain/users/ensure-user.ts';
import { changedNames } from '../../../platform/db/activity.ts';
import { outboxes, rotations } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../../platform/http/errors.ts';
import { readNotifications } from '../notifications/settings.ts';

export type ChannelsById = Readonly<Record<string, Channel>>;

/** The caller's channels by id; stores nothing. */
export async function readChannels(run: Run, caller: Caller): Promise<ChannelsById> {
  const [settings, user] = await Promise.all([readNotifications(run, caller.accountId), readUser(run, caller)]);
  return channelsOf(settings, user, installation(process.env));
}

/** Reads what is known of the deliveries of these channels, in their order; null before the first message. */
export async function readDeliveries(
  run: Run,
  accountId: string,
  ids: readonly string[],
): Promise<(Deliveries | null)[]> {
  if (ids.length === 0) return [];
  const refs = ids.map((id) => outboxes.ref(run.db, outboxId(accountId, id)));
  return (await run.db.getAll(...refs)).map((document) => outboxes.readIfValid(document));
}

/** The channel of that id. Throws ApiError not_found. */
export function channelOf(channels: ChannelsById, id: string): Channel {
  const channel = Object.hasOwn(channels, id) ? channels[id] : undefined;
  if (!channel) throw new ApiError('not_found');
  return channel;
}

/** Throws ApiError conflict for the specified Telegram integration, which has calls of its own. */
export function refuseTelegram(id: string): void {
  if (id !== TELEGRAM_CHANNEL_ID) return;
  throw new ApiError('conflict', { text: 'The Telegram integration is changed by /v1/notifications/settings' });
}

/** Whether every account has it without adding it. */
export function isBuiltIn(id: string): boolean {
  return id === TELEGRAM_CHANNEL_ID || id === EMAIL_CHANNEL_ID;
}

/**
 * Stores what `change` makes of the channel `id`, null to delete it, and returns it. `change` gets the stored one, null
 * if there is none. `isTested`: a test has just arrived, so a stopped channel resumes. Throws ApiError
 * too_many_channels, channels_too_large, conflict for a key that another channel has, and what `change` throws.
 */
export async function changeChannel<Changed extends Channel | null>(
  run: Run,
  caller: Caller,
  id: string,
  change: (stored: Channel | null) => Changed,
  isTested = false,
): Promise<Changed> {
  const channelsIn = await ownChannels(run, caller);
  const results: Changed[] = [];
  const edit = (settings: StoredNotifications): StoredNotifications => {
    const before = channelsIn(settings);
    const stored = Object.hasOwn(before, id) ? (before[id] ?? null) : null;
    const changed = change(stored);
    results.push(changed);
    run.activity?.describe({ id, name: (changed ?? stored)?.name ?? '', fields: channelFields(stored, changed) });
    const { [id]: _, ...others } = settings.channels;
    const keys = Object.entries(before).map(([otherId, { managed }]) => ({ id: otherId, managed }));
    if (changed) refuseManagedTwice({ id, managed: changed.managed }, keys);
    const after = { ...settings, channels: changed ? { ...others, [id]: changed } : others };
    if (changed) checkLimits(Object.keys(before).length, channelsIn(after));
    return after;
  };
  await saveSettings(run, caller.accountId, edit, isTested ? id : null);
  const changed = results.at(-1);
  if (changed === undefined) throw new Error('the settings were not changed');
  return changed;
}

/**
 * Stores when the channel `id` is notified, and whether of slow endpoints, too, and returns it; those of the specified
 * Telegram integration are no part of its settings. Throws ApiError not_found, channels_too_large.
 */
export async function changeTiming(
  run: Run,
  caller: Caller,
  id: string,
  { timing, alsoSlow }: { timing: ChannelTiming; alsoSlow?: boolean | undefined },
): Promise<Channel> {
  if (id !== TELEGRAM_CHANNEL_ID) {
    return changeChannel(run, caller, id, (stored) => {
      if (!stored) throw new ApiError('not_found');
      return { ...stored, timing, ...(alsoSlow !== undefined && { alsoSlow }) };
    });
  }
  const channelsIn = await ownChannels(run, caller);
  const saved = await saveSettings(run, caller.accountId, (settings) => {
    channelOf(channelsIn(settings), id);
    return { ...settings, telegramTiming: timing, ...(alsoSlow !== undefined && { telegramAlsoSlow: alsoSlow }) };
  });
  return channelOf(channelsIn(saved), id);
}

/**
 * Stores whose the channel `id` is, and in which rotation they must be on duty, and returns it. Throws ApiError conflict
 * for the specified Telegram integration, which is the account's; not_found; invalid for a person or a rotation that is
 * not of the account.
 */
export async function changeDuty(
  run: Run,
  caller: Caller,
  id: string,
  { personId, onDutyIn }: { personId: string | null; onDutyIn: string | null },
): Promise<Channel> {
  refuseTelegram(id);
  if (onDutyIn !== null && personId === null) throw fieldError('personId', 'needed with onDutyIn');
  if (personId !== null && !(await presentOf(run, caller.accountId, [personId])).has(personId))
    throw fieldError('personId', 'is not a person of the account');
  const rotation = onDutyIn === null ? null : rotations.read(await rotations.ref(run.db, onDutyIn).get());
  if (onDutyIn !== null && rotation?.ownerId !== caller.accountId) throw fieldError('onDutyIn', 'is no rotation');
  return changeChannel(run, caller, id, (stored) => {
    if (!stored) throw new ApiError('not_found');
    const { personId: _, onDutyIn: __, ...ofAccount } = stored;
    return { ...ofAccount, ...(personId !== null && { personId }), ...(onDutyIn !== null && { onDutyIn }) };
  });
}

/** Returns what lists the caller's channels with given settings. */
async function ownChannels(run: Run, caller: Caller): Promise<(settings: StoredNotifications) => ChannelsById> {
  const user = await ensureUser(run, caller);
  return (settings) => channelsOf(settings, user, installation(process.env));
}

/** The names of a channel's fields that change, those of its settings, too. */
function channelFields(before: Channel | null, after: Channel | null): string[] {
  if (!before || !after) return [];
  const settings = changedNames(before.settings, after.settings).map((name) => `settings.${name}`);
  return [...changedNames(before, after, ['settings', 'retired', 'verifiedAt', 'unsubscribedAt']), ...settings];
}

function checkLimits(countBefore: number, channels: ChannelsById): void {
  const count = Object.keys(channels).length;
  if (count > countBefore && count > LIMITS.channelsPerOwner) throw new ApiError('too_many_channels');
  const bytes = Buffer.byteLength(JSON.stringify(channels));
  if (bytes > LIMITS.channelBytesPerOwner) throw new ApiError('channels_too_large');
}

/** Whether both send to the same target with the same credentials. */
export function isSameTarget(one: Channel, other: Channel): boolean {
  return targetOf(one.type, one.settings) === targetOf(other.type, other.settings);
}
