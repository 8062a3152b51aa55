import type { CheckError } from '@farwatch/core/checks/check';
import type { Guard } from '../guard/guard.ts';
import { checkErrorOf } from './check-error.ts';
import { requestOnce } from './hop.ts';
import { PROBE } from './limits.ts';
import { type Hop, NO_PHASES, type ProbeResult } from './result.ts';

/**
 * What a check asks of who begins it. `onName` hears of each name that is being resolved, until it is: meanwhile the check
 * costs next to nothing. `beforeRedirect` ends when a redirect may be followed there: that time is not the site's.
 */
export type ProbeHooks = { onName: (resolved: Promise<void>) => void; beforeRedirect: (url: URL) => Promise<void> };

/** Checks a URL once: `signal` ends it early. Never rejects. */
export type Probe = (url: string, signal: AbortSignal, hooks?: ProbeHooks) => Promise<ProbeResult>;

/**
 * A check as design 4 has it: GET, at most 5 redirects each judged anew, up when the final status is below 400,
 * 10 s in all.
 */
export function createProbe(guard: Guard): Probe {
  return async (url, signal, hooks) => {
    let beganMs = performance.now();
    const told = hooks ? telling(guard, hooks.onName) : guard;
    const pause = async (next: URL) => {
      const pausedMs = performance.now();
      await hooks?.beforeRedirect(next);
      beganMs += performance.now() - pausedMs;
    };
    const request: Request = (next) => judgeAndRequest(next, told, beganMs + PROBE.totalMs, signal);
    const { statusCode, error, certificateEndsAtMs, phases } = await follow(url, request, pause);
    return { ms: Math.round(performance.now() - beganMs), statusCode, error, certificateEndsAtMs, phases };
  };
}

type Request = (url: URL | null) => Promise<Hop>;

/** The guard, telling of each name that it resolves. */
function telling(guard: Guard, onName: ProbeHooks['onName']): Guard {
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
  for (let redirects = 0; ; redirects += 1) {
    const hop = await request(url);
    earliestEndMs = earlier(earliestEndMs, hop.certificateEndsAtMs);
    const seen = { ...hop, certificateEndsAtMs: earliestEndMs };
    if (hop.location === null) return seen;
    if (redirects === PROBE.redirects) return { ...seen, error: 'redirects' };
    url = parse(hop.location, url?.href);
    if (url) await pause(url);
  }
}

async function judgeAndRequest(url: URL | null, guard: Guard, deadlineMs: number, signal: AbortSignal): Promise<Hop> {
  if (!url) return unsent('protocol');
  if (!guard.admits(url)) return unsent('address');
  return requestOnce(url, guard, deadlineMs, signal).catch((error) => unsent(checkErrorOf(error)));
}

/** The URL of a hop; null for one that does not parse or that no check can follow. */
function parse(target: string, base: string | undefined): URL | null {
  const url = URL.canParse(target, base) ? new URL(target, base) : null;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function unsent(error: CheckError): Hop {
  return { statusCode: null, error, location: null, certificateEndsAtMs: null, phases: NO_PHASES };
}
