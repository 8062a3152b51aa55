import { z } from 'zod';
import { type Channel, channel } from '../values/channels/channel.ts';
import { maskSecret, resolveSecret } from '../values/channels/secret.ts';
import { CHANNELS } from '../values/channels/table.ts';

const storedSchema = z.object({ enabled: z.boolean(), verified: z.boolean(), key: z.string(), room: z.string() });

/** Rings a pager in a room, by a secret key. */
export const pager = channel({
  stored: storedSchema,
  defaults: { enabled: false, verified: false, key: '', room: '' },
  input: storedSchema.omit({ verified: true }).optional(),
  testInput: storedSchema.pick({ key: true, room: true }),
  failures: {
    pager_refused: { status: 400, text: 'The pager refuses', advice: 'Look at its key.', isTemporary: false },
    pager_busy: { status: 429, text: 'The pager rings', advice: 'Wait.', isTemporary: true },
  },
  failureOf: (reason) => (reason.startsWith('busy') ? 'pager_busy' : 'pager_refused'),
  mask: (stored) => ({ ...stored, key: maskSecret(stored.key) }),
  applySave(input, stored) {
    if (!input) return stored;
    const key = resolveSecret(input.key, stored.key);
    return { ...input, key, verified: stored.verified && key === stored.key && input.room === stored.room };
  },
  applyTest({ key: given, room }, stored) {
    const key = resolveSecret(given, stored.key);
    return key === '' ? null : { ...stored, key, room, verified: true };
  },
  isComplete: ({ key, room }) => key !== '' && room !== '',
});

/** The table of channels with one more line. */
export const WITH_PAGER: { CHANNELS: Record<string, Channel> } = { CHANNELS: { ...CHANNELS, pager } };
