import type { z } from 'zod';
import type { Channel, ChannelFailure, ChannelSettings } from './channel.ts';
import { CHANNELS } from './table.ts';

type Channels = typeof CHANNELS;
export type ChannelName = keyof Channels;

/** Why any channel may refuse. */
export type ChannelFailureCode = { [Name in ChannelName]: keyof Channels[Name]['failures'] & string }[ChannelName];

/** What an owner's settings hold of the channels. */
export type ChannelSettingsByName = { [Name in ChannelName]: z.infer<Channels[Name]['stored']> };

export const CHANNEL_NAMES = Object.keys(CHANNELS) as ChannelName[];

/** A channel where any of them will do. */
export function getChannel(name: ChannelName): Channel {
  return CHANNELS[name];
}

/** The failures of all channels, by their codes. */
export const CHANNEL_FAILURES = Object.assign({}, ...CHANNEL_NAMES.map((name) => getChannel(name).failures)) as Record<
  ChannelFailureCode,
  ChannelFailure
>;

/** The codes of one channel's failures. */
export function failureCodesOf(name: ChannelName): ChannelFailureCode[] {
  return Object.keys(getChannel(name).failures) as ChannelFailureCode[];
}

/** The channel's failure that a reason tells of. */
export function failureOf(name: ChannelName, reason: string): ChannelFailureCode {
  return getChannel(name).failureOf(reason) as ChannelFailureCode;
}

/** Something of every channel by its name. The cast is safe as far as `work` gives each what `Made` says. */
export function mapChannels<Made extends Record<ChannelName, unknown>>(
  work: (channel: Channel, name: ChannelName) => Made[ChannelName],
): Made {
  return Object.fromEntries(CHANNEL_NAMES.map((name) => [name, work(getChannel(name), name)])) as Made;
}

/** The channels that messages can be sent by now: switched on, with all they need. */
export function readyChannels(parts: Readonly<Record<ChannelName, ChannelSettings>>): ChannelName[] {
  return CHANNEL_NAMES.filter((name) => parts[name].enabled && getChannel(name).isComplete(parts[name]));
}
