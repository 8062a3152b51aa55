import type { Guard } from '../guard/guard.ts';
import { requestOnce } from '../probe/hop.ts';

/** A place whose answer is known: its status, and a text in the first 64 KiB, null for any. */
export type Witness = { url: string; status: number; text: string | null };

/** Whether a witness gives its right answer, itself and at once; a redirect or another text does not count. */
export type AskWitness = (witness: Witness, signal: AbortSignal) => Promise<boolean>;

const ANSWER_WITHIN_MS = 5_000;

/** Well-known places of independent operators, made for this question, with good certificates. */
export const DEFAULT_WITNESSES: readonly Witness[] = [
  { url: 'https://www.google.com/generate_204', status: 204, text: null },
  { url: 'https://cp.cloudflare.com/generate_204', status: 204, text: null },
  { url: 'https://captive.apple.com/hotspot-detect.html', status: 200, text: 'Success' },
];

/** A witness as typed: an http or https URL, then its status (else 200), then a text. Null if malformed. */
export function parseWitness(typed: string): Witness | null {
  const {
    url = '',
    status = '200',
    text = null,
  } = /^(?<url>\S+)(?: (?<status>[2-5]\d\d))?(?: (?<text>.+))?$/.exec(typed)?.groups ?? {};
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isWeb ? { url, status: Number(status), text } : null;
}

/** Asks only what the guard admits. */
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
