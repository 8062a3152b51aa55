import { type ExecFileException, execFile } from 'node:child_process';
import { isIP } from 'node:net';
import type { Echoes } from './network.ts';

/** Codes of the errors for a device whose `ping` does not work, also only in that family, and for one that fails otherwise. */
export const NO_PING = 'ERR_NO_PING';
export const PING_FAILED = 'ERR_PING_FAILED';

/** 0.2 s is the shortest interval that older versions allow to users other than root. */
const INTERVAL_SEC = 0.2;
const REPLY_SEC = 2;
/** Where IPv6 has a program of its own. */
const HAS_PING6: ReadonlySet<string> = new Set(['darwin', 'android']);
const OUTPUT_BYTES = 16 * 1024;

/** A reply, of iputils, BusyBox and macOS; a repeated one is marked. */
const REPLY = /\b(?:icmp_)?seq=(\d+)\b.*\btime[=<]\s?([\d.]+)\s?ms(?!.*DUP)/g;

let works: Promise<boolean> | null = null;

/**
 * Whether this device has a `ping` that works for this user. It is tried once, on the device itself. Many networks have
 * no IPv6, so that counts only where an address is pinged: without it, the check has the error NO_PING.
 */
export function canPing(): Promise<boolean> {
  works ??= runPing('127.0.0.1', 1, AbortSignal.timeout(5_000)).then(
    ({ roundTripsMs }) => roundTripsMs.length > 0,
    () => false,
  );
  return works;
}

/**
 * Sends echo requests to an address, 0.2 s apart, and waits 2 s for replies. Ends with `signal`, then with the replies
 * until then. Rejects if `ping` does not run or cannot send.
 */
export function runPing(
  address: string,
  count: number,
  signal: AbortSignal,
  platform: NodeJS.Platform = process.platform,
): Promise<Echoes> {
  // Only an address is an argument, so it can be no option.
  if (isIP(address) === 0) return Promise.reject(new TypeError(`${address} is not an address`));
  const { program, args, endsAfterMs } = pingCommand(platform, address, count);
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  return new Promise((resolve, reject) => {
    const options = { env, signal, maxBuffer: OUTPUT_BYTES, killSignal: 'SIGKILL' } as const;
    const child = execFile(program, args, options, (error, out, problems) => {
      clearTimeout(timer);
      const roundTripsMs = repliesIn(out);
      const failure = roundTripsMs.length > 0 ? null : failureOf(error, `${out}${problems}`, address);
      if (failure) reject(failure);
      else resolve({ address, roundTripsMs: roundTripsMs.slice(0, count), output: out });
    });
    // As Ctrl-C does it: it prints its summary.
    const timer = endsAfterMs === null ? undefined : setTimeout(() => child.kill('SIGINT'), endsAfterMs);
  });
}

/** How `ping` is called on a platform. `endsAfterMs`: when to end it, where it cannot limit its wait for replies itself. */
export function pingCommand(
  platform: NodeJS.Platform,
  address: string,
  count: number,
): { program: string; args: string[]; endsAfterMs: number | null } {
  const waits = waitOf(platform, isIP(address));
  const args = ['-n', '-c', String(count), '-i', String(INTERVAL_SEC), ...waits, address];
  const program = HAS_PING6.has(platform) && isIP(address) === 6 ? 'ping6' : 'ping';
  const endsAfterMs = (REPLY_SEC + (count - 1) * INTERVAL_SEC) * 1_000;
  return { program, args, endsAfterMs: waits.length > 0 ? null : endsAfterMs };
}

/** `-W` has seconds on Linux and milliseconds in macOS' `ping`; in its `ping6`, it requests names instead. */
function waitOf(platform: NodeJS.Platform, family: number): string[] {
  if (platform === 'linux' || platform === 'android') return ['-W', String(REPLY_SEC)];
  return platform === 'darwin' && family === 4 ? ['-W', String(REPLY_SEC * 1_000)] : [];
}

/** Returns the round trips of the replies that `ping` has printed, ms. */
export function repliesIn(output: string): number[] {
  const bySequence = new Map([...output.matchAll(REPLY)].map(([, sequence, ms]) => [sequence, Number(ms)]));
  return [...bySequence.values()].filter(Number.isFinite);
}

/** The output for a user without permission, and of a program that does not accept an address of that family. */
const UNABLE = /not permitted|denied|are you root|unknown host|bad address|address family|^usage:/im;

/** Returns why there is no reply; null if the other side was silent. */
function failureOf(error: ExecFileException | null, printed: string, address: string): Error | null {
  const { code, name, message = '' } = error ?? {};
  if (code === 'ENOENT') return Object.assign(new Error('there is no ping here'), { code: NO_PING });
  if (typeof code === 'string' && name !== 'AbortError') return error;
  if (UNABLE.test(printed)) return Object.assign(new Error(printed), { code: NO_PING });
  if (/unreachable|no route to host/i.test(printed))
    return Object.assign(new Error('unreachable'), { code: 'EHOSTUNREACH', address });
  if (/cannot assign/i.test(printed)) return Object.assign(new Error(printed), { code: 'EADDRNOTAVAIL', address });
  if (/transmitted/.test(printed) || name === 'AbortError') return null;
  return Object.assign(new Error(`ping failed: ${printed.trim() || message}`), { code: PING_FAILED });
}
