import { randomBytes } from 'node:crypto';
import type { ChannelChange, SavedChannel } from '@farwatch/core/contracts/api/channels';
import type { Channel } from '@farwatch/core/documents/channel';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { readSettings, type Settings } from '@farwatch/core/values/channels/channel-settings';
import { type ChannelTypeName, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { DAY_MS } from '@farwatch/core/values/time';
import { offeredTypes } from '../../../domain/channels/offered-types.ts';
import { installation } from '../../../domain/notifications/installation.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { channelAnswer } from './channel-answer.ts';
import { requestConfirmation } from './confirm-address.ts';
import { hashOf, readProof } from './proof.ts';
import { changeChannel, isSameTarget } from './stored-channels.ts';

/** As long as a SHA-256 key is useful (Standard Webhooks allows 24 to 64). */
const SECRET_BYTES = 32;

/** Until then the receiver has the new secret. */
const RETIRED_FOR_MS = DAY_MS;

/** A channel to store; `type` is null for an existing one, which keeps its own. */
type Save = { id: string; type: ChannelTypeName | null; input: ChannelChange };

/**
 * Creates or replaces a channel. Throws ApiError: not_found for an existing one that is gone; invalid; and those of
 * `changeChannel`.
 */
export async function saveChannel(run: Run, caller: Caller, { id, type, input }: Save): Promise<SavedChannel> {
  const provenHash = await readProof(run, caller.uid, input.proof);
  const newSecret = makeSecret();
  let isNewAddress = false;
  const change = (stored: Channel | null) => {
    const known = type ?? stored?.type;
    if (known === undefined) throw new ApiError('not_found');
    const { name, enabled, severity, monitors, language, timing = stored?.timing ?? IMMEDIATE } = input;
    const settings = withNewSecret(known, parseSettings(known, input.settings, stored, newSecret), input, newSecret);
    const { createdAt = run.nowMs, unsubscribedAt } = stored ?? {};
    const retired = retiredSecret(stored, settings, run.nowMs);
    const given = { type: known, name, enabled, settings, severity, monitors, language, timing, createdAt };
    const ended = !enabled && unsubscribedAt !== undefined ? { unsubscribedAt } : {};
    const channel: Channel = { ...given, ...ended, ...(retired && { retired }), verifiedAt: null };
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

/** Whether a link was sent to the address. If not, the channel is stored all the same, and a test sends another. */
async function sendsLink(run: Run, caller: Caller, channelId: string, channel: Channel): Promise<boolean> {
  const { language } = await readUser(run, caller);
  return (await requestConfirmation(run, caller, { channelId, channel, language })).outcome === 'sent';
}

/** Parses settings in which masks stand for stored secrets. Throws ApiError invalid, with the path of each field. */
export function parseSettings(
  type: ChannelTypeName,
  input: Settings,
  stored: Channel | null,
  newSecret: string = makeSecret(),
): Settings {
  if (!offeredTypes(installation(process.env)).includes(type)) {
    throw new ApiError('invalid', { details: [{ path: 'type', message: 'is not offered here' }] });
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
export function isOwnAddress({ settings }: Pick<Channel, 'settings'>, { email }: Caller): boolean {
  return String(settings.address).toLowerCase() === email.toLowerCase();
}
