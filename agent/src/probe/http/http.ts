import { areTextual, textsHold } from '@farwatch/core/decisions/checks/assertion-values';
import { decodeText } from '@farwatch/core/values/charset/decode-text';
import { httpOptions } from '@farwatch/core/values/check-options';
import type { FailedAssertion } from '@farwatch/core/values/http-check/assertion';
import { HTTP_CHECK_LIMITS, type HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { isAcceptedStatus } from '@farwatch/core/values/http-check/statuses';
import type { Findings, Outcome, Probe, ProbeContext } from '../probe.ts';
import { startOfText } from './body-text.ts';
import { type Cookie, cookiesFor, withCookies } from './cookies.ts';
import { decodeBody, ENCODINGS, MOST_BYTES } from './decode-body.ts';
import type { AnswerToEvaluate, EvaluatedAnswer } from './evaluate-answer.ts';
import { type Hop, type HopOptions, requestOnce, unanswered } from './hop.ts';
import { fieldOf, headersOf, receivedFrom } from './received.ts';
import { createRedact } from './redact.ts';
import { type HttpRequest, RequestBuilder } from './request.ts';

/**
 * An HTTP check: one request, redirects as many as its options allow with the cookies set on the way, each on a new connection of the
 * guarded network; up when the final status is accepted and the assertions hold.
 */
export const probeHttp: Probe = async (start, context) => {
  const { userAgent } = context;
  const check = httpOptions(context.check);
  const { maxRedirects = HTTP_CHECK_LIMITS.redirects.default } = check ?? {};
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
    const { location, setCookies, statusCode, isTimedByPhases } = hop;
    if (request) cookies = withCookies(cookies, setCookies, request.url, nowMs);
    certificateEndsAtMs = earlier(certificateEndsAtMs, hop.certificateEndsAtMs);
    isProof ||= hop.isProof;
    const isEndless = location !== null && redirects === maxRedirects;
    if (location === null || isEndless) {
      const final = { url: request?.url.href ?? start, hop, isEndless };
      const concluded = await conclude(final, check, cookies, context.evaluate);
      return { statusCode, isProof, certificateEndsAtMs, isTimedByPhases, ...concluded };
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
  evaluate: Evaluate,
): Promise<Pick<Outcome, 'error' | 'localFailure'> & Findings> {
  const { error, localFailure, ...assessed } = await assess(hop, isEndless ? null : check, cookies, evaluate);
  // A body that was read for its assertions may be long.
  const kept = assessed.text === null ? hop : { ...hop, body: [] };
  return {
    error: isEndless ? 'redirects' : error,
    localFailure,
    address: hop.peer.address,
    certificate: hop.peer.certificate,
    received: () => receivedFrom({ url, hop: kept, redact: createRedact(check, cookies), ...assessed }),
  };
}

function optionsOf({ network, signal, phases }: ProbeContext, check: HttpCheck | null, needsBody: boolean): HopOptions {
  const { statuses, followRedirects, ipVersion, certificateSha256, legacyServerConnect, maxResponseMs } = check ?? {};
  return {
    network,
    signal,
    phases,
    ...(needsBody && { bodyLimit: MOST_BYTES }),
    ...(statuses !== undefined && { accepts: (statusCode) => isAcceptedStatus(statusCode, statuses) }),
    ...(followRedirects !== undefined && { followsRedirects: followRedirects }),
    ...(maxResponseMs !== undefined && { maxResponseMs }),
    ...(ipVersion !== undefined && { family: ipVersion }),
    ...(certificateSha256 !== undefined && { pinnedSha256: certificateSha256 }),
    ...(legacyServerConnect && { isLegacyAccepted: true }),
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

/** How an answer was assessed. `text`: the start of its body; null if no assertion needed it. */
type Assessed = Pick<Outcome, 'error' | 'localFailure'> & {
  failedAssertions: FailedAssertion[];
  text: string | null;
  isCut: boolean;
};

/**
 * Longer bodies are searched in a thread of their own. Reading and searching one of this length takes a few
 * milliseconds at most, and less than sending it there.
 */
const SEARCHED_BYTES = 128 * 1024;

/** Evaluates the assertions about a final answer, also if its status is a failure already. */
async function assess(
  hop: Hop,
  check: HttpCheck | null,
  cookies: readonly Cookie[],
  evaluate: Evaluate,
): Promise<Assessed> {
  const { error, localFailure, isCut, isOutOfTime } = hop;
  const unassessed = { error, localFailure, failedAssertions: [], text: null, isCut };
  const assertions = check?.assertions ?? [];
  const isAnswer = error === null || error === 'status';
  if (!check || assertions.length === 0 || !isAnswer || localFailure !== null) return unassessed;
  const isBodyNeeded = assertions.some(({ source }) => source !== 'header');
  const body = isBodyNeeded
    ? await decodeBody(Buffer.concat(hop.body), fieldOf(hop, 'content-encoding'))
    : Buffer.alloc(0);
  if (!body) return { ...unassessed, error: error ?? 'encoding' };
  const answer = { check, cookies, headers: headersOf(hop), body, contentType: fieldOf(hop, 'content-type') };
  const outcome = evaluateTexts(answer) ?? (await evaluate(answer));
  if ('failure' in outcome) {
    const { failure } = outcome;
    return failure === 'tooComplex'
      ? { ...unassessed, error: error ?? 'assertionBudget' }
      : { ...unassessed, localFailure: failure };
  }
  const { evaluated } = outcome;
  // What has arrived in time may not contain what the rest does.
  const isEarly = isOutOfTime && evaluated.error !== null;
  return {
    error: error ?? (isEarly ? 'timeout' : evaluated.error),
    localFailure,
    failedAssertions: evaluated.failed,
    text: isBodyNeeded ? evaluated.text : null,
    isCut: isCut || body.length >= MOST_BYTES || evaluated.isCut,
  };
}

type Evaluate = ProbeContext['evaluate'];

/** Evaluates what most checks have, texts that are found; null for anything else, which may take longer. */
function evaluateTexts({ check, headers, body, contentType }: AnswerToEvaluate): { evaluated: EvaluatedAnswer } | null {
  const { assertions = [] } = check;
  if (!areTextual(assertions) || body.length > SEARCHED_BYTES) return null;
  const text = decodeText(body, contentType);
  return textsHold(assertions, { headers, body: text })
    ? { evaluated: { error: null, failed: [], ...startOfText(text) } }
    : null;
}
