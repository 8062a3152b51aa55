import { SECOND_MS } from '@farwatch/core/values/time';
import { get } from './get.ts';
import { isLocalStandIn } from './guard.ts';
import { type Answer, PostError } from './post.ts';

const REDIRECTS = [301, 302, 303, 307, 308];
const TIMEOUT_MS = 10 * SECOND_MS;

/** What may be read, and how many redirects are followed. `accept`: the media types; `timeoutMs`: for all of it. */
type Limits = { maxBytes: number; redirects: number; accept: string; timeoutMs?: number };

/** An answer; `isCut`: it has more than may be read. */
export type JsonAnswer = Answer & { isCut: boolean };

/**
 * Gets a document over https, only from public addresses as `get` does, and follows redirects, each of which is
 * checked likewise. Throws a PostError, also for too many redirects and for one that leaves https.
 */
export async function getJson(url: string, { maxBytes, redirects, accept, timeoutMs }: Limits): Promise<JsonAnswer> {
  const deadlineMs = performance.now() + (timeoutMs ?? TIMEOUT_MS);
  let target = url;
  for (let hop = 0; hop <= redirects; hop += 1) {
    refuseUnsafe(target);
    const leftMs = Math.max(1, deadlineMs - performance.now());
    const answer = await get(target, { accept, maxBytes: maxBytes + 1, timeoutMs: leftMs });
    const location = answer.headers.get('location');
    if (!REDIRECTS.includes(answer.status) || location === null)
      return { ...answer, isCut: Buffer.byteLength(answer.text) > maxBytes };
    if (!URL.canParse(location, target)) throw new PostError('unreachable', 'redirects to no URL');
    target = new URL(location, target).href;
  }
  throw new PostError('unreachable', 'too many redirects');
}

function refuseUnsafe(text: string): void {
  const isSafe = URL.canParse(text) && (text.startsWith('https:') || isLocalStandIn(new URL(text)));
  if (!isSafe) throw new PostError('forbidden_address', 'only https is followed');
}
