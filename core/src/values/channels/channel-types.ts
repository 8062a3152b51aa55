import type { z } from 'zod';
import type { ChannelType } from './channel-type.ts';
import { telegramType } from './telegram/channel-type.ts';

/** All types of channels (docs/architecture.md, Extension points). */
export const CHANNEL_TYPES = { telegram: telegramType } as const satisfies Record<string, ChannelType>;

export type ChannelTypeName = keyof typeof CHANNEL_TYPES;
export const CHANNEL_TYPE_NAMES = Object.keys(CHANNEL_TYPES) as [ChannelTypeName, ...ChannelTypeName[]];

/** The settings of a channel of that type. */
export type ChannelSettingsOf<Name extends ChannelTypeName> = z.infer<(typeof CHANNEL_TYPES)[Name]['settings']>;

/** The type of that name. */
export function getChannelType(name: ChannelTypeName): ChannelType {
  return CHANNEL_TYPES[name];
}
