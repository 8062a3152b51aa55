import type { Outcome, Probe } from '../probe.ts';
import { type Cookie, cookiesFor, withCookies } from './cookies.ts';
import { requestOnce, unanswered } from './hop.ts';

const REDIRECTS = 5;

/**
 * An HTTP check: GET, at most 5 redirects with the cookies set on the way, each on a new connection of the guarded
 * network; up when the final status is below 400.
 */
export const probeHttp: Probe = async (start, context) => {
  let url = parseHop(start, undefined);
  let isProof = false;
  let certificateEndsAtMs: number | null = null;
  let cookies: readonly Cookie[] = [];
  for (let redirects = 0; ; redirects += 1) {
    const nowMs = Date.now();
    const hop = url ? await requestOnce(url, cookiesFor(url, cookies, nowMs), context) : unanswered('protocol');
    const { location, setCookies, statusCode, error, localFailure } = hop;
    if (url) cookies = withCookies(cookies, setCookies, url, nowMs);
    certificateEndsAtMs = earlier(certificateEndsAtMs, hop.certificateEndsAtMs);
    isProof ||= hop.isProof;
    const seen: Outcome = { statusCode, error, localFailure, isProof, certificateEndsAtMs };
    if (location === null) return seen;
    if (redirects === REDIRECTS) return { ...seen, error: 'redirects' };
    url = parseHop(location, url?.href);
    if (url) await context.beforeRedirect(url);
  }
};

/** Parses the URL of a hop; null if it is none that this probe can request. */
function parseHop(target: string, base: string | undefined): URL | null {
  const url = URL.canParse(target, base) ? new URL(target, base) : null;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
