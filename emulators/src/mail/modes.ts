import { z } from 'zod';

/** How the mail server fails instead of accepting a mail. */
export const modeSchema = z.strictObject({
  mode: z.enum(['ok', 'no_such_address', 'relay_denied', 'busy', 'rejected', 'hang']),
  /** Normal operation returns after this many mails; with null, once it is switched. */
  times: z.int().min(1).nullable().default(null),
  /** Applies only to mails to that address; null for all. */
  to: z.string().nullable().default(null),
});
export type Mode = z.infer<typeof modeSchema>;

export const okMode: Mode = { mode: 'ok', times: null, to: null };

type Step = 'recipient' | 'content';

/** The server's replies to a recipient or to the content, as real servers write them. */
const REPLIES: Partial<Record<Mode['mode'], { at: Step; responseCode: number; text: string }>> = {
  no_such_address: {
    at: 'recipient',
    responseCode: 550,
    text: '5.1.1 The account that you tried to reach does not exist',
  },
  relay_denied: { at: 'recipient', responseCode: 550, text: 'relay not permitted' },
  busy: { at: 'recipient', responseCode: 451, text: '4.7.1 Greylisted, please try again later' },
  rejected: { at: 'content', responseCode: 554, text: '5.7.1 Message rejected as spam' },
};

/** The mode that applies to a mail to that address, and the mode for the next. */
export function applyMode(mode: Mode, to: string): { now: Mode['mode']; next: Mode } {
  if (mode.to !== null && mode.to !== to) return { now: 'ok', next: mode };
  if (mode.times === null) return { now: mode.mode, next: mode };
  return { now: mode.mode, next: mode.times > 1 ? { ...mode, times: mode.times - 1 } : okMode };
}

/** The error that the server answers with at this step; null for none. */
export function failureAt(mode: Mode['mode'], step: Step): Error | null {
  const reply = REPLIES[mode];
  if (reply?.at !== step) return null;
  return Object.assign(new Error(reply.text), { responseCode: reply.responseCode });
}
