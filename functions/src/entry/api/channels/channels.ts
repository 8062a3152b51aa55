import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  type ChannelAnswer,
  type ChannelChange,
  channelCalls,
  type SavedChannel,
} from '@farwatch/core/contracts/api/channels';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { type ChannelState, channelState, type Deliveries } from '@farwatch/core/decisions/channels/channel-state';
import type { Channel } from '@farwatch/core/documents/channel';
import type { User } from '@farwatch/core/documents/user';
import { composeTest } from '@farwatch/core/texts/compose-message';
import { textsOf } from '@farwatch/core/texts/texts';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { maskSettings, readSettings, type Settings, targetOf } from '@farwatch/core/values/channels/channel-settings';
import { type ChannelTypeName, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { DELIVERY_ERRORS, deliveryErrorCode } from '@farwatch/core/values/channels/delivery-failures';
import type { Language } from '@farwatch/core/values/languages';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { offeredTypes } from '../../../domain/channels/offered-types.ts';
import { sendToChannel } from '../../../domain/channels/send-to-channel.ts';
import { installation } from '../../../domain/notifications/installation.ts';
import { saveSettings } from '../../../domain/notifications/save-settings.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { appUrl } from '../../../platform/links/app-url.ts';
import { readToken, signToken } from '../../../platform/links/signed-token.ts';
import { refuseUnlessSent, requestConfirmation } from './confirm-address.ts';
import {
  changeChannel,
  changeDuty,
  changeTiming,
  channelOf,
  isBuiltIn,
  isSameTarget,
  readChannels,
  readDeliveries,
  refuseTelegram,
} from './stored-channels.ts';

export const listChannels = route(channelCalls.list, {
  run: async (run, caller) => {
    const channels = Object.entries(await readChannels(run, caller));
    const oldestFirst = channels.toSorted(([, one], [, other]) => one.createdAt - other.createdAt);
    const deliveries = await readDeliveries(
      run,
      caller.accountId,
      oldestFirst.map(([id]) => id),
    );
    return {
      channels: oldestFirst.map(([id, channel], index) =>
        channelAnswer(id, channel, deliveries[index] ?? null, run.nowMs),
      ),
      types: offeredTypes(installation(process.env)),
    };
  },
});

/** As long as a SHA-256 key is useful (Standard Webhooks allows 24 to 64). */
const SECRET_BYTES = 32;

/** Until then the receiver has the new secret. */
const RETIRED_FOR_MS = DAY_MS;

export const createChannel = route(channelCalls.create, {
  run: (run, caller, { body: { type, ...input } }) =>
    saveChannel(run, caller, { id: randomUUID(), type, input: { ...input, rotateSecret: false } }),
  repeat: async (run, caller, id) => {
    const channel = channelOf(await readChannels(run, caller), id);
    const { generated } = getChannelType(channel.type);
    const secret = generated === undefined ? null : String(channel.settings[generated]);
    return { ...channelAnswer(id, channel, null, run.nowMs), secret, confirmationSent: false };
  },
});

export const replaceChannel = route(channelCalls.change, {
  run: (run, caller, { params: { id }, body: input }) => {
    refuseTelegram(id);
    return saveChannel(run, caller, { id, type: null, input });
  },
});

export const setChannelTiming = route(channelCalls.setTiming, {
  run: async (run, caller, { params: { id }, body }) => {
    const channel = await changeTiming(run, caller, id, body);
    const [deliveries = null] = await readDeliveries(run, caller.accountId, [id]);
    return channelAnswer(id, channel, deliveries, run.nowMs);
  },
});

export const setChannelDuty = route(channelCalls.setDuty, {
  run: async (run, caller, { params: { id }, body }) => {
    const channel = await changeDuty(run, caller, id, body);
    const [deliveries = null] = await readDeliveries(run, caller.accountId, [id]);
    return channelAnswer(id, channel, deliveries, run.nowMs);
  },
});

export const deleteChannel = route(channelCalls.remove, {
  run: async (run, caller, { params: { id } }) => {
    if (isBuiltIn(id)) throw new ApiError('conflict', { text: 'This channel can only be switched off' });
    let hasExisted = false;
    await changeChannel(run, caller, id, (stored) => {
      // If it is gone on a retry, the first attempt was committed and only its answer was lost.
      if (!stored && !hasExisted) throw new ApiError('not_found');
      hasExisted = true;
      return null;
    });
    return DONE;
  },
});

/** A channel that had stopped is tried again: a test has just arrived. */
async function resume(run: Run, ownerId: string, channelId: string): Promise<void> {
  await saveSettings(run, ownerId, (settings) => settings, channelId);
}

/** Long enough to fill in the rest of the form. */
const VALID_FOR_MS = HOUR_MS;

export const testChannel = route(channelCalls.test, {
  run: async (run, caller, { body: { type, settings: input, id } }) => {
    const [channels, user] = await Promise.all([readChannels(run, caller), readUser(run, caller)]);
    const stored = id === undefined ? null : channelOf(channels, id);
    const settings = parseSettings(type, input, stored);
    const tested = { type, settings };
    if (getChannelType(type).verifiedBy === 'link' && !isOwnAddress(tested, caller)) {
      const isConfirmed = stored?.verifiedAt != null && isSameTarget({ ...stored, ...tested }, stored);
      if (!isConfirmed) throw new ApiError('address_unconfirmed');
    }
    const { language } = user;
    await sendTest(run, user, { ...tested, ownerId: caller.accountId, channelId: id ?? 'new', language });
    if (id !== undefined && stored && isSameTarget({ ...stored, ...tested }, stored))
      await resume(run, caller.accountId, id);
    return { proof: await signProof(run, caller.accountId, type, settings) };
  },
});

/** Throws ApiError conflict if its settings were changed during the test. */
export const testStoredChannel = route(channelCalls.testStored, {
  run: async (run, caller, { params: { id } }) => {
    refuseTelegram(id);
    const [channels, user] = await Promise.all([readChannels(run, caller), readUser(run, caller)]);
    const tested = channelOf(channels, id);
    const { type, language, verifiedAt } = tested;
    const isByLink = getChannelType(type).verifiedBy === 'link';
    const answer = (channel: Channel) => channelAnswer(id, channel, null, run.nowMs);
    if (isByLink && verifiedAt === null) {
      const { language: ofAccount } = user;
      refuseUnlessSent(await requestConfirmation(run, caller, { channelId: id, channel: tested, language: ofAccount }));
      return { ...answer(tested), secret: null, confirmationSent: true };
    }
    const target = { ownerId: caller.accountId, channelId: id, language: language ?? user.language };
    await sendTest(run, user, { ...tested, ...target });
    if (isByLink) {
      await resume(run, caller.accountId, id);
      return { ...answer(tested), secret: null, confirmationSent: false };
    }
    const verify = (stored: Channel | null) => {
      if (!stored || !isSameTarget(stored, tested)) throw new ApiError('conflict');
      // Another time would make it another channel, which announces again what is down.
      return { ...stored, verifiedAt: stored.verifiedAt ?? run.nowMs };
    };
    return { ...answer(await changeChannel(run, caller, id, verify, true)), secret: null, confirmationSent: false };
  },
});

/** A channel to store; `type` is null for an existing one, which keeps its own. */
type Save = { id: string; type: ChannelTypeName | null; input: ChannelChange };

/**
 * Creates or replaces a channel. Throws ApiError: not_found for an existing one that is gone; invalid; and those of
 * `changeChannel`.
 */
async function saveChannel(run: Run, caller: Caller, { id, type, input }: Save): Promise<SavedChannel> {
  const provenHash = await readProof(run, caller.accountId, input.proof);
  const newSecret = makeSecret();
  let isNewAddress = false;
  const change = (stored: Channel | null) => {
    const known = type ?? stored?.type;
    if (known === undefined) throw new ApiError('not_found');
    refuseLessThanAlerts(known, input);
    const { name, enabled, severity, monitors, tags, events, alsoSlow, language } = input;
    const { timing = stored?.timing ?? IMMEDIATE } = input;
    const settings = withNewSecret(known, parseSettings(known, input.settings, stored, newSecret), input, newSecret);
    const { createdAt = run.nowMs, unsubscribedAt, personId, onDutyIn } = stored ?? {};
    const managed = input.managed === undefined ? stored?.managed : input.managed;
    const retired = retiredSecret(stored, settings, run.nowMs);
    const given = {
      type: known,
      name,
      enabled,
      settings,
      severity,
      monitors,
      tags,
      events,
      alsoSlow,
      language,
      timing,
      createdAt,
    };
    const ended = !enabled && unsubscribedAt !== undefined ? { unsubscribedAt } : {};
    const channel: Channel = {
      ...given,
      ...ended,
      ...(managed && { managed }),
      ...(personId !== undefined && { personId }),
      ...(onDutyIn !== undefined && { onDutyIn }),
      ...(retired && { retired }),
      verifiedAt: null,
    };
    const verifiedAt = verifiedAtOf(channel, { stored, provenHash, caller, nowMs: run.nowMs });
    const isByLink = getChannelType(known).verifiedBy === 'link';
    isNewAddress = isByLink && verifiedAt === null && !(stored && isSameTarget(channel, stored));
    return { ...channel, verifiedAt };
  };
  const saved = await changeChannel(run, caller, id, change, provenHash !== null);
  const confirmationSent = isNewAddress && (await sendsLink(run, caller, id, saved));
  const { generated } = getChannelType(saved.type);
  const secret = generated !== undefined && saved.settings[generated] === newSecret ? newSecret : null;
  return { ...channelAnswer(id, saved, null, run.nowMs), secret, confirmationSent };
}

/**
 * A service that keeps an alert open until it recovers gets both failures and recoveries. Throws ApiError invalid for
 * less.
 */
function refuseLessThanAlerts(type: ChannelTypeName, { events }: ChannelChange): void {
  if (events === null || !getChannelType(type).holdsAlerts) return;
  if (events.includes('failure') && events.includes('recovery')) return;
  throw fieldError('events', 'a service that holds alerts needs failures and recoveries');
}

/** Whether a link was sent to the address. If not, the channel is stored all the same, and a test sends another. */
async function sendsLink(run: Run, caller: Caller, channelId: string, channel: Channel): Promise<boolean> {
  const { language } = await readUser(run, caller);
  return (await requestConfirmation(run, caller, { channelId, channel, language })).outcome === 'sent';
}

/** Parses settings in which masks stand for stored secrets. Throws ApiError invalid, with the path of each field. */
function parseSettings(
  type: ChannelTypeName,
  input: Settings,
  stored: Channel | null,
  newSecret: string = makeSecret(),
): Settings {
  if (!offeredTypes(installation(process.env)).includes(type)) {
    throw fieldError('type', 'is not offered here');
  }
  const result = readSettings(type, input, stored?.type === type ? stored.settings : null, newSecret);
  if ('settings' in result) return result.settings;
  throw new ApiError('invalid', {
    details: result.issues.map(({ key, message }) => ({ path: `settings.${key}`, message })),
  });
}

function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function withNewSecret(
  type: ChannelTypeName,
  settings: Settings,
  { rotateSecret }: ChannelChange,
  secret: string,
): Settings {
  const { generated } = getChannelType(type);
  return rotateSecret && generated !== undefined ? { ...settings, [generated]: secret } : settings;
}

/** The secret that these settings replace, or that was replaced before and still signs. */
function retiredSecret(stored: Channel | null, settings: Settings, nowMs: number): Channel['retired'] | null {
  if (!stored) return null;
  const { generated } = getChannelType(stored.type);
  const secret = generated === undefined ? undefined : stored.settings[generated];
  if (typeof secret !== 'string') return null;
  if (secret !== settings[generated ?? '']) return { secret, until: nowMs + RETIRED_FOR_MS };
  return stored.retired && stored.retired.until > nowMs ? stored.retired : null;
}

type Known = { stored: Channel | null; provenHash: string | null; caller: Caller; nowMs: number };

/** The account's own address needs no link: Auth has verified it. */
function verifiedAtOf(channel: Channel, { stored, provenHash, caller, nowMs }: Known): number | null {
  if (stored && stored.verifiedAt !== null && isSameTarget(channel, stored)) return stored.verifiedAt;
  if (getChannelType(channel.type).verifiedBy === 'link') return isOwnAddress(channel, caller) ? nowMs : null;
  return provenHash === hashOf(channel.type, channel.settings) ? nowMs : null;
}

/** Whether the channel sends to the caller's own address. */
function isOwnAddress({ settings }: Pick<Channel, 'settings'>, { email }: Caller): boolean {
  return String(settings.address).toLowerCase() === email.toLowerCase();
}

type Target = Pick<Channel, 'type' | 'settings' | 'retired'> & {
  ownerId: string;
  channelId: string;
  language: Language;
};

/** Sends a test message to a channel. Throws the ApiError `channel_…` of the failure if it is not accepted. */
async function sendTest(run: Run, account: User, { ownerId, channelId, language, ...channel }: Target): Promise<void> {
  const message = composeTest(await textsOf(language), randomUUID());
  const context = { run, ownerId, channelId, account, appUrl: appUrl(process.env) };
  const result = await sendToChannel(channel, message, context);
  if (result.outcome === 'sent') return;
  const code = deliveryErrorCode(result.code);
  throw new ApiError(code, {
    details: DELIVERY_ERRORS[code].advice,
    technicalDetails: result.reason,
    ...('retryAfterSec' in result && { retryAfterSec: result.retryAfterSec }),
  });
}

/** A channel as answers have it. `deliveries`: null before its first message. */
function channelAnswer(id: string, channel: Channel, deliveries: Deliveries | null, nowMs: number): ChannelAnswer {
  const { verifiedAt, createdAt, unsubscribedAt = null, managed = null, settings, retired: _, ...shown } = channel;
  return {
    ...shown,
    id,
    settings: maskSettings(channel.type, settings),
    verifiedAt: isoOf(verifiedAt),
    createdAt: isoOf(createdAt),
    managed,
    unsubscribedAt: isoOf(unsubscribedAt),
    isBuiltIn: isBuiltIn(id),
    state: stateAnswer(channelState(channel, deliveries, nowMs)),
  };
}

function stateAnswer({ status, lastSentAt, failure, quota }: ChannelState): ChannelAnswer['state'] {
  const { at, since, until, ...why } = failure ?? { at: 0, since: null, until: null };
  const shown = 'code' in why ? { ...why, at: isoOf(at), since: isoOf(since), until: isoOf(until) } : null;
  return {
    status,
    lastSentAt: isoOf(lastSentAt),
    failure: shown,
    quota: quota && { ...quota, at: isoOf(quota.at) },
  };
}

/** Returns a token that proves for an hour that a test of these settings arrived. It does not reveal the settings. */
function signProof(run: Run, accountId: string, type: ChannelTypeName, settings: Settings): Promise<string> {
  return signToken(run, 'channel-test', [accountId, hashOf(type, settings)], run.nowMs + VALID_FOR_MS);
}

/** Returns the hash of the settings whose test it proves; null for no proof, a forged, expired or another user's one. */
async function readProof(run: Run, accountId: string, proof: string | undefined): Promise<string | null> {
  if (proof === undefined) return null;
  const token = await readToken(run, 'channel-test', proof);
  if ('refused' in token) return null;
  const [owner, hash] = token.values;
  return owner === accountId && hash !== undefined ? hash : null;
}

/** A hash of what `targetOf` compares. */
function hashOf(type: ChannelTypeName, settings: Settings): string {
  return createHash('sha256').update(targetOf(type, settings)).digest('base64url');
}
