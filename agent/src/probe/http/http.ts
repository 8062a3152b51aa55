import type { CheckError } from '@farwatch/core/values/check';
import { httpOptions } from '@farwatch/core/values/check-options';
import type { Assertion, FailedAssertion } from '@farwatch/core/values/http-check/assertion';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { isAcceptedStatus } from '@farwatch/core/values/http-check/statuses';
import type { Findings, Outcome, Probe, ProbeContext } from '../probe.ts';
import { bodyText } from './body-text.ts';
import { type Cookie, cookiesFor, withCookies } from './cookies.ts';
import { decodeBody, ENCODINGS, MOST_BYTES } from './decode-body.ts';
import { type Hop, type HopOptions, requestOnce, unanswered } from './hop.ts';
import { fieldOf, headersOf, receivedFrom } from './received.ts';
import { createRedact, type Redact } from './redact.ts';
import { type HttpRequest, RequestBuilder } from './request.ts';

const REDIRECTS = 5;

/**
 * An HTTP check: one request, at most 5 redirects with the cookies set on the way, each on a new connection of the
 * guarded network; up when the final status is accepted and the assertions hold.
 */
export const probeHttp: Probe = async (start, context) => {
  const { userAgent } = context;
  const check = httpOptions(context.check);
  const needsBody = check?.assertions?.some(({ source }) => source !== 'header') ?? false;
  const requests = new RequestBuilder(check, userAgent, needsBody ? ENCODINGS : '');
  const typed = parseHop(start, undefined);
  const { pinnedSha256, ...options } = optionsOf(context, check, needsBody);
  // Another host has another certificate.
  const optionsFor = ({ url }: HttpRequest) => ({
    ...options,
    ...(pinnedSha256 !== undefined && url.hostname === typed?.hostname && { pinnedSha256 }),
  });
  let request: HttpRequest | null = typed && requests.first(typed);
  let isProof = false;
  let certificateEndsAtMs: number | null = null;
  let cookies: readonly Cookie[] = [];
  for (let redirects = 0; ; redirects += 1) {
    const nowMs = Date.now();
    const hop = request
      ? await requestOnce(request, cookiesFor(request.url, cookies, nowMs), optionsFor(request))
      : unanswered('protocol');
    const { location, setCookies, statusCode, localFailure } = hop;
    if (request) cookies = withCookies(cookies, setCookies, request.url, nowMs);
    certificateEndsAtMs = earlier(certificateEndsAtMs, hop.certificateEndsAtMs);
    isProof ||= hop.isProof;
    const isEndless = location !== null && redirects === REDIRECTS;
    if (location === null || isEndless) {
      const final = { url: request?.url.href ?? start, hop, isEndless };
      return { statusCode, localFailure, isProof, certificateEndsAtMs, ...(await conclude(final, check, cookies)) };
    }
    const next = parseHop(location, request?.url.href);
    request = next && request && requests.redirected(request, statusCode ?? 0, next);
    if (next) await context.beforeRedirect(next);
  }
};

type Final = { url: string; hop: Hop; isEndless: boolean };

/** Returns the error of a final answer, and what was received. */
async function conclude(
  { url, hop, isEndless }: Final,
  check: HttpCheck | null,
  cookies: readonly Cookie[],
): Promise<Pick<Outcome, 'error'> & Findings> {
  const redact = createRedact(check, cookies);
  const { error, ...assessed } = await assess(hop, (isEndless ? null : check?.assertions) ?? [], redact);
  // A body that was read for its assertions may be long.
  const kept = assessed.text === null ? hop : { ...hop, body: [] };
  return {
    error: isEndless ? 'redirects' : error,
    address: hop.peer.address,
    certificate: hop.peer.certificate,
    received: () => receivedFrom({ url, hop: kept, redact, ...assessed }),
  };
}

function optionsOf({ network, signal, phases }: ProbeContext, check: HttpCheck | null, needsBody: boolean): HopOptions {
  const { statuses, followRedirects, ipVersion, certificateSha256 } = check ?? {};
  return {
    network,
    signal,
    phases,
    ...(needsBody && { bodyLimit: MOST_BYTES }),
    ...(statuses !== undefined && { accepts: (statusCode) => isAcceptedStatus(statusCode, statuses) }),
    ...(followRedirects !== undefined && { followsRedirects: followRedirects }),
    ...(ipVersion !== undefined && { family: ipVersion }),
    ...(certificateSha256 !== undefined && { pinnedSha256: certificateSha256 }),
  };
}

/** Parses the URL of a hop; null if this probe cannot request it. */
function parseHop(target: string, base: string | undefined): URL | null {
  const url = parse(target, base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

function parse(target: string, base: string | undefined): URL | null {
  try {
    return new URL(target, base);
  } catch {
    return null;
  }
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/** How much of a decoded body is kept: several times what is shown, since secrets in it become shorter. */
const KEPT_LENGTH = 16_384;

/** How an answer was assessed. `text`: the start of its body; null if no assertion needed it. */
type Assessed = { error: CheckError | null; failedAssertions: FailedAssertion[]; text: string | null; isCut: boolean };

/** Evaluates the assertions about a final answer, also if its status is a failure already. */
async function assess(hop: Hop, assertions: readonly Assertion[], redact: Redact): Promise<Assessed> {
  const unassessed = { error: hop.error, failedAssertions: [], text: null, isCut: hop.isCut };
  const isAnswer = hop.error === null || hop.error === 'status';
  if (assertions.length === 0 || !isAnswer || hop.localFailure !== null) return unassessed;
  const isBodyNeeded = assertions.some(({ source }) => source !== 'header');
  const decoded = isBodyNeeded
    ? await decodeBody(Buffer.concat(hop.body), fieldOf(hop, 'content-encoding'))
    : Buffer.alloc(0);
  if (!decoded) return { ...unassessed, error: hop.error ?? 'encoding' };
  const body = bodyText(decoded, fieldOf(hop, 'content-type'));
  evaluator ??= loadEvaluator();
  const { evaluateAssertions, expressions } = await evaluator;
  const answer = { headers: headersOf(hop), body };
  const { error, failed } = evaluateAssertions(assertions, answer, expressions, redact.whole);
  return {
    error: hop.error ?? error,
    failedAssertions: failed,
    text: isBodyNeeded ? startOf(body) : null,
    isCut: hop.isCut || decoded.length >= MOST_BYTES || body.length > KEPT_LENGTH,
  };
}

/** Most checks have no assertions, so most agents never load this. Expressions are kept from check to check. */
let evaluator: ReturnType<typeof loadEvaluator> | undefined;

async function loadEvaluator() {
  const [{ evaluateAssertions }, { Expressions }] = await Promise.all([
    import('@farwatch/core/decisions/checks/evaluate-assertions'),
    import('@farwatch/core/decisions/checks/expression'),
  ]);
  return { evaluateAssertions, expressions: new Expressions() };
}

/** Returns a copy of the start of a text: a part of a text would keep all of it in memory. */
function startOf(text: string): string {
  return Buffer.from(text.slice(0, KEPT_LENGTH)).toString();
}
