import type { z } from 'zod';
import type { Channel, ChannelFailure, ChannelSettings } from './channel.ts';
import { CHANNELS } from './table.ts';

type Channels = typeof CHANNELS;
export type ChannelName = keyof Channels;

/** The failure codes of all channels. */
export type ChannelFailureCode = { [Name in ChannelName]: keyof Channels[Name]['failures'] & string }[ChannelName];

/** The stored settings of each channel. */
export type ChannelSettingsByName = { [Name in ChannelName]: z.infer<Channels[Name]['stored']> };

export const CHANNEL_NAMES = Object.keys(CHANNELS) as ChannelName[];

/** The channel with that name. */
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

/** The channel's failure for the reason of a failed send. */
export function failureOf(name: ChannelName, reason: string): ChannelFailureCode {
  return getChannel(name).failureOf(reason) as ChannelFailureCode;
}

/** Maps each channel to a value, by its name. The cast is safe if `map` returns what `Result` declares. */
export function mapChannels<Result extends Record<ChannelName, unknown>>(
  map: (channel: Channel, name: ChannelName) => Result[ChannelName],
): Result {
  return Object.fromEntries(CHANNEL_NAMES.map((name) => [name, map(getChannel(name), name)])) as Result;
}

/** The channels that can send messages: enabled, with complete settings. */
export function readyChannels(settings: Readonly<Record<ChannelName, ChannelSettings>>): ChannelName[] {
  return CHANNEL_NAMES.filter((name) => settings[name].enabled && getChannel(name).isComplete(settings[name]));
}
