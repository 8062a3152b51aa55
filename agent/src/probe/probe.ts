import type { CheckError } from '@farwatch/core/checks/check';
import type { Guard } from '../guard/guard.ts';
import { checkErrorOf } from './check-error.ts';
import { requestOnce } from './hop.ts';
import { PROBE } from './limits.ts';
import { type Hop, NO_PHASES, type ProbeResult } from './result.ts';

/**
 * Checks a URL once: `signal` ends it early. Never rejects. `onHold` hears of what may outlast the check: a name that is
 * being resolved holds a thread until the system gives up.
 */
export type Probe = (url: string, signal: AbortSignal, onHold?: (hold: Promise<void>) => void) => Promise<ProbeResult>;

/**
 * A check as design 4 has it: GET, at most 5 redirects each judged anew, up when the final status is below 400,
 * 10 s in all.
 */
export function createProbe(guard: Guard): Probe {
  return async (url, signal, onHold) => {
    const beganMs = performance.now();
    const told = onHold ? telling(guard, onHold) : guard;
    const hop = await follow(url, told, beganMs + PROBE.totalMs, signal);
    const { statusCode, error, certificateEndsAtMs, phases } = hop;
    return { ms: Math.round(performance.now() - beganMs), statusCode, error, certificateEndsAtMs, phases };
  };
}

/** The guard, telling of each name that it resolves. */
function telling(guard: Guard, onHold: (hold: Promise<void>) => void): Guard {
  const lookup: Guard['lookup'] = (hostname, options, callback) => {
    const hold = new Promise<void>((resolve) => {
      guard.lookup(hostname, options, (...answer) => {
        resolve();
        callback(...answer);
      });
    });
    onHold(hold);
  };
  return { admits: (url) => guard.admits(url), lookup };
}

async function follow(start: string, guard: Guard, deadlineMs: number, signal: AbortSignal): Promise<Hop> {
  let url = parse(start, undefined);
  let earliestEndMs: number | null = null;
  for (let redirects = 0; ; redirects += 1) {
    const hop = await judgeAndRequest(url, guard, deadlineMs, signal);
    earliestEndMs = earlier(earliestEndMs, hop.certificateEndsAtMs);
    const seen = { ...hop, certificateEndsAtMs: earliestEndMs };
    if (hop.location === null) return seen;
    if (redirects === PROBE.redirects) return { ...seen, error: 'redirects' };
    url = parse(hop.location, url?.href);
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
