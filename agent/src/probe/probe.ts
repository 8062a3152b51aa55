import type { Guard } from '../guard/guard.ts';
import { isPublicAddress } from '../guard/special-ranges.ts';
import { type Cookie, cookiesFor, withCookies } from './cookies.ts';
import { createHeartbeat } from './heartbeat.ts';
import { type HopOptions, requestOnce } from './hop.ts';
import { PROBE } from './limits.ts';
import { addPhases } from './phase-timer.ts';
import { type Hop, NO_PHASES, type ProbeResult, unanswered } from './result.ts';

/**
 * Hooks of a check. `onName` gets each name's resolution, during which the check costs almost nothing. `beforeRedirect`
 * ends when a redirect may be followed there; the check's time does not include it.
 */
export type ProbeHooks = { onName: (resolved: Promise<void>) => void; beforeRedirect: (url: URL) => Promise<void> };

/** Checks a URL once; `signal` ends it early. Never rejects. */
export type Probe = (url: string, signal: AbortSignal, hooks?: ProbeHooks) => Promise<ProbeResult>;

/**
 * A check (docs/architecture.md, Probe): GET, at most 5 redirects, each judged again and asked with the cookies set on
 * the way, up when the final status is below 400, 10 s in all. `isPublic`: whether an address is on the internet.
 * `isWallRight`: whether this machine's clock is right.
 */
export function createProbe(
  guard: Guard,
  isPublic: (address: string) => boolean = isPublicAddress,
  isWallRight: () => boolean = () => true,
): Probe {
  const watchHeartbeat = createHeartbeat();
  return async (url, signal, hooks) => {
    const hasStoodStill = watchHeartbeat();
    let beganMs = performance.now();
    const reporting = hooks ? reportingNames(guard, hooks.onName) : guard;
    const pause = async (next: URL) => {
      const pausedMs = performance.now();
      await hooks?.beforeRedirect(next);
      beganMs += performance.now() - pausedMs;
    };
    const request: Request = (next, cookie) =>
      judgeAndRequest(next, cookie, {
        guard: reporting,
        isPublic,
        isWallRight,
        deadlineMs: beganMs + PROBE.totalMs,
        signal,
      });
    const { statusCode, error, localFailure, isProof, certificateEndsAtMs, phases } = await follow(url, request, pause);
    const ms = Math.round(performance.now() - beganMs);
    const fault = hasStoodStill() ? 'frozen' : localFailure;
    return { ms, statusCode, error, localFailure: fault, isProof, certificateEndsAtMs, phases };
  };
}

type Request = (url: URL | null, cookie: string) => Promise<Hop>;

/** The guard, reporting each name that it resolves. */
function reportingNames(guard: Guard, onName: ProbeHooks['onName']): Guard {
  const lookup: Guard['lookup'] = (hostname, options, callback) => {
    const resolved = new Promise<void>((resolve) => {
      guard.lookup(hostname, options, (...answer) => {
        resolve();
        callback(...answer);
      });
    });
    onName(resolved);
  };
  return { admits: (url) => guard.admits(url), lookup };
}

async function follow(start: string, request: Request, pause: (next: URL) => Promise<void>): Promise<Hop> {
  let url = parse(start, undefined);
  let earliestEndMs: number | null = null;
  let isProof = false;
  let phases = NO_PHASES;
  let cookies: readonly Cookie[] = [];
  for (let redirects = 0; ; redirects += 1) {
    const nowMs = Date.now();
    const hop = await request(url, url ? cookiesFor(url, cookies, nowMs) : '');
    if (url) cookies = withCookies(cookies, hop.setCookies, url, nowMs);
    earliestEndMs = earlier(earliestEndMs, hop.certificateEndsAtMs);
    isProof ||= hop.isProof;
    phases = addPhases(phases, hop.phases);
    const seen = { ...hop, isProof, phases, certificateEndsAtMs: earliestEndMs };
    if (hop.location === null) return seen;
    if (redirects === PROBE.redirects) return { ...seen, error: 'redirects' };
    url = parse(hop.location, url?.href);
    if (url) await pause(url);
  }
}

async function judgeAndRequest(url: URL | null, cookie: string, options: HopOptions): Promise<Hop> {
  if (!url) return unanswered('protocol');
  if (!options.guard.admits(url)) return unanswered('address', 'refused-address');
  return requestOnce(url, cookie, options);
}

/** The URL of a hop; null if it does not parse or no check can follow it. */
function parse(target: string, base: string | undefined): URL | null {
  const url = URL.canParse(target, base) ? new URL(target, base) : null;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
