import { decodeText } from '@farwatch/core/values/charset/decode-text';
import { clip } from '@farwatch/core/values/clip';
import type { FailedAssertion } from '@farwatch/core/values/http-check/assertion';
import { EVIDENCE, LIMITS } from '@farwatch/core/values/limits';
import type { Received } from '../probe.ts';
import { firstBytes } from '../text-found.ts';
import { startOfText } from './body-text.ts';
import { decodeStart } from './decode-body.ts';
import type { Hop } from './hop.ts';
import type { Redact } from './redact.ts';

const NAME_LENGTH = 100;
/** Headers that are secrets themselves. */
const HIDDEN: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'set-cookie2',
]);

/** A final answer. `text`: its body if it was decoded already; `isCut`: there was more. */
type Answer = {
  url: string;
  hop: Hop;
  redact: Redact;
  text: string | null;
  isCut: boolean;
  failedAssertions: FailedAssertion[];
};

/** Returns what a check received, without secrets and cookies, within the limits of evidence. */
export function receivedFrom({ url, hop, redact, text, isCut, failedAssertions }: Answer): Received {
  const start = text === null ? startOf(hop) : { text, isCut };
  const isStart = isCut || start.isCut;
  const body = redact.start(start.text, isStart);
  const excerpt = firstBytes(body, EVIDENCE.bodyBytes);
  const headers = headersOf(hop).filter(({ name }) => !HIDDEN.has(name) && name.length <= NAME_LENGTH);
  return {
    url: clip(redact.whole(url), LIMITS.urlLength),
    address: hop.peer.address,
    headers: headers.slice(0, EVIDENCE.headers).map(({ name, value }) => ({
      name,
      value: clip(redact.whole(value), EVIDENCE.headerLength),
    })),
    body: excerpt,
    isCut: isStart || excerpt.length < body.length,
    certificate: hop.peer.certificate,
    failedAssertions,
  };
}

/** Returns the headers of an answer, names in lower case. Values are UTF-8 where they can be. */
export function headersOf(hop: Hop): { name: string; value: string }[] {
  return hop.fields().map(([name, value]) => ({ name, value: readable(value) }));
}

/** Returns the value of a header, '' without it; several as one list. */
export function fieldOf(hop: Hop, name: string): string {
  return hop
    .fields()
    .flatMap(([each, value]) => (each === name ? value : []))
    .join(', ');
}

/** A few bytes may be decoded to 1 MiB, in which removing secrets would take long. */
function startOf(hop: Hop): { text: string; isCut: boolean } {
  const bytes = decodeStart(Buffer.concat(hop.body), fieldOf(hop, 'content-encoding'));
  return startOfText(decodeText(bytes, fieldOf(hop, 'content-type')));
}

function readable(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? value : text;
}
