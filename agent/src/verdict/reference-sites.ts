import type { Network } from '../network/network.ts';
import { Deadline } from '../probe/deadline.ts';
import { requestOnce } from '../probe/http/hop.ts';
import { RequestBuilder } from '../probe/http/request.ts';
import { userAgentOf } from '../probe/user-agent.ts';

/** A URL whose answer is known: its status, and a text in the first 64 KiB, null for any. */
export type ReferenceSite = { url: string; status: number; text: string | null };

/** Whether a reference site gives its known answer directly; a redirect or another text does not count. */
export type CheckReference = (reference: ReferenceSite, signal: AbortSignal) => Promise<boolean>;

const ANSWER_WITHIN_MS = 5_000;
const TEXT_BYTES = 64 * 1024;

/** Connectivity checks of independent operators, over TLS. */
export const DEFAULT_REFERENCES: readonly ReferenceSite[] = [
  { url: 'https://www.google.com/generate_204', status: 204, text: null },
  { url: 'https://cp.cloudflare.com/generate_204', status: 204, text: null },
  { url: 'https://captive.apple.com/hotspot-detect.html', status: 200, text: 'Success' },
];

/** Parses a reference site: an http or https URL, then its status (200 if left out), then a text. Null if malformed. */
export function parseReference(typed: string): ReferenceSite | null {
  const {
    url = '',
    status = '200',
    text = null,
  } = /^(?<url>\S+)(?: (?<status>[2-5]\d\d))?(?: (?<text>.+))?$/.exec(typed)?.groups ?? {};
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isWeb ? { url, status: Number(status), text } : null;
}

/** Returns the check of reference sites over a network; one that it does not admit never answers. */
export function createReferenceCheck(network: Network): CheckReference {
  const requests = new RequestBuilder(null, userAgentOf(null), '');
  return async ({ url, status, text }, signal) => {
    const deadline = new Deadline(ANSWER_WITHIN_MS, signal);
    const limit = text === null ? {} : { bodyLimit: TEXT_BYTES };
    const hop = await requestOnce(requests.first(new URL(url)), '', { network, signal: deadline.signal, ...limit });
    deadline.end();
    const isWhole = hop.error === null || hop.error === 'status';
    return isWhole && hop.statusCode === status && (text === null || Buffer.concat(hop.body).includes(text));
  };
}
