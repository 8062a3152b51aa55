import type { Guard } from '../guard/guard.ts';
import { requestOnce } from '../probe/hop.ts';

/** A place whose answer is known beforehand: its status, and a text that the first 64 KiB hold, null for any. */
export type Witness = { url: string; status: number; text: string | null };

/** Whether a witness answers as it should, itself and at once: what redirects, or says something else, is another. */
export type AskWitness = (witness: Witness, signal: AbortSignal) => Promise<boolean>;

const ANSWER_WITHIN_MS = 5_000;

/** Well-known places of operators that are independent of each other, made for this question, with good certificates. */
export const DEFAULT_WITNESSES: readonly Witness[] = [
  { url: 'https://www.google.com/generate_204', status: 204, text: null },
  { url: 'https://cp.cloudflare.com/generate_204', status: 204, text: null },
  { url: 'https://captive.apple.com/hotspot-detect.html', status: 200, text: 'Success' },
];

/** A witness as it is typed: an http or https URL, then the status it answers with (else 200), then a text. Null for none. */
export function parseWitness(typed: string): Witness | null {
  const {
    url = '',
    status = '200',
    text = null,
  } = /^(?<url>\S+)(?: (?<status>[2-5]\d\d))?(?: (?<text>.+))?$/.exec(typed)?.groups ?? {};
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isWeb ? { url, status: Number(status), text } : null;
}

/** Asks within what the guard admits. */
export function createAsk(guard: Guard): AskWitness {
  return async ({ url, status, text }, signal) => {
    const target = new URL(url);
    if (!guard.admits(target)) return false;
    const parts: Buffer[] = [];
    const hop = await requestOnce(target, '', {
      guard,
      isPublic: () => false,
      deadlineMs: performance.now() + ANSWER_WITHIN_MS,
      signal,
      onBody: (part) => parts.push(part),
    });
    const isWhole = hop.error === null || hop.error === 'status';
    return isWhole && hop.statusCode === status && (text === null || Buffer.concat(parts).includes(text));
  };
}
