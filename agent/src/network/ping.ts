import { type ExecFileException, execFile } from 'node:child_process';
import { isIP } from 'node:net';
import type { Echoes } from './network.ts';

/** Codes of the errors for a device whose `ping` does not work, and for one that fails otherwise. */
export const NO_PING = 'ERR_NO_PING';
export const PING_FAILED = 'ERR_PING_FAILED';

/** 0.2 s is the shortest interval that older versions allow to users other than root. */
const INTERVAL_SEC = 0.2;
const REPLY_SEC = 2;
const OUTPUT_BYTES = 16 * 1024;

/** A reply, of iputils, BusyBox and macOS; a repeated one is marked. */
const REPLY = /\b(?:icmp_)?seq=(\d+)\b.*\btime[=<]\s?([\d.]+)\s?ms(?!.*DUP)/g;

let works: Promise<boolean> | null = null;

/** Whether this device has a `ping` that works for this user. It is tried once, on the device itself. */
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
export function runPing(address: string, count: number, signal: AbortSignal): Promise<Echoes> {
  // Only an address is an argument, so it can be no option.
  if (isIP(address) === 0) return Promise.reject(new TypeError(`${address} is not an address`));
  const program = process.platform === 'darwin' && isIP(address) === 6 ? 'ping6' : 'ping';
  const waits = process.platform === 'darwin' ? REPLY_SEC * 1_000 : REPLY_SEC;
  const args = ['-n', '-c', String(count), '-i', String(INTERVAL_SEC), '-W', String(waits), address];
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, signal, maxBuffer: OUTPUT_BYTES, killSignal: 'SIGKILL' }, (error, out, problems) => {
      const roundTripsMs = repliesIn(out);
      const failure = roundTripsMs.length > 0 ? null : failureOf(error, `${out}${problems}`, address);
      if (failure) reject(failure);
      else resolve({ address, roundTripsMs: roundTripsMs.slice(0, count), output: out });
    });
  });
}

/** The round trips of the replies that `ping` has printed, ms. */
export function repliesIn(output: string): number[] {
  const bySequence = new Map([...output.matchAll(REPLY)].map(([, sequence, ms]) => [sequence, Number(ms)]));
  return [...bySequence.values()].filter(Number.isFinite);
}

/** Why there is no reply, where that is not the other side's silence; null for that. */
function failureOf(error: ExecFileException | null, printed: string, address: string): Error | null {
  const { code, name, message = '' } = error ?? {};
  if (code === 'ENOENT') return Object.assign(new Error('there is no ping here'), { code: NO_PING });
  if (typeof code === 'string' && name !== 'AbortError') return error;
  if (/not permitted|denied|are you root/i.test(printed)) return Object.assign(new Error(printed), { code: NO_PING });
  if (/unreachable/i.test(printed)) return Object.assign(new Error('unreachable'), { code: 'EHOSTUNREACH', address });
  if (/cannot assign/i.test(printed)) return Object.assign(new Error(printed), { code: 'EADDRNOTAVAIL', address });
  if (/transmitted/.test(printed) || name === 'AbortError') return null;
  return Object.assign(new Error(`ping failed: ${printed.trim() || message}`), { code: PING_FAILED });
}
