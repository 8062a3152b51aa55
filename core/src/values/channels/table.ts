import type { Channel } from './channel.ts';
import { telegram } from './telegram/telegram.ts';

/** Every channel, by the name of its part of the settings: here it is registered (docs/architecture.md, Extension points). */
export const CHANNELS = { telegram } as const satisfies Record<string, Channel>;
