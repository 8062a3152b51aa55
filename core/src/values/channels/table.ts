import type { Channel } from './channel.ts';
import { telegram } from './telegram/telegram.ts';

/** All channels, by their names in the settings (docs/architecture.md, Extension points). */
export const CHANNELS = { telegram } as const satisfies Record<string, Channel>;
