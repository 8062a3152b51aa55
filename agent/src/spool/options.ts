import { SECOND_MS } from '@farwatch/core/values/time';
import type { Correction, Guess } from '../clock/clock.ts';

/** Seven days of 5,000 endpoints every ten minutes, or two of 1,500 a minute; the server takes checks of eight. */
export const MAX_BYTES = 640 * 1024 * 1024;
/** How much the spool grows until the free space is read again: what 5,000 endpoints write in a minute. */
export const LOOK_AGAIN_BYTES = 64 * 1024;
/** How long checks gather for one write. */
export const GATHER_MS = 5;
/** What a power cut may cost at most; the end of the process alone costs nothing. */
export const SYNC_MS = 15 * SECOND_MS;
/** About 10 MB of memory, or what an agent checks in ten minutes at most. */
export const IN_MEMORY = 15_000;
/** How long after a failure the disk is tried again. */
export const RETRY_MS = 5 * SECOND_MS;

export type SpoolOptions = {
  maxBytes?: number | undefined;
  /** The free bytes of the folder's disk. */
  freeSpace?: (folder: string) => Promise<number>;
  /** Called when the disk is full, with its error, and with null when it is usable again. */
  onMemory?: ((error: Error | null) => void) | undefined;
  /** A stored state is of no form that this version knows: it is kept under this path, and does not count. */
  onUnreadable?: ((path: string) => void) | undefined;
  /** By how much to move guessed stamps, as far as that is known now. */
  correctionOf?: (guess: Guess) => Correction;
  /** How long after a failure the disk is tried again. */
  retryMs?: number;
  /** How long checks may stay unsynced, 15 s by default. */
  syncMs?: number;
};
