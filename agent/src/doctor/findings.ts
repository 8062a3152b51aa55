import { AGENT } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { AgentTexts } from '../texts/locales/en.ts';
import { texts } from '../texts/texts.ts';

/**
 * What was found of one thing, and what to do where that is not good. `fair`: the agent works, but not as well as it
 * might. `name` is for programs; `text` and `advice` are in the language of the process.
 */
export type DoctorFinding = {
  name: keyof AgentTexts['doctor']['names'];
  state: 'good' | 'fair' | 'bad';
  text: string;
  advice: string | null;
};

/** From here on the Agents page shows a warning. */
const CLOCK_WARNING_MS = 30 * SECOND_MS;
const SLOW_LOOKUP_MS = SECOND_MS;
const MIB = 1024 * 1024;
/** Some 10,000 checks; and what a week of 200 endpoints takes, ten times over. */
const LEAST_DISK_BYTES = 20 * MIB;
const GOOD_DISK_BYTES = 200 * MIB;
const LEAST_MEMORY_BYTES = 100 * MIB;
/** 64 checks at a time, several attempts to connect each, and what the program itself needs. */
const LEAST_FILES = 1_024;
const OLDEST_GOOD_NODE = 22;

/** `offsetMs`: how far this machine's clock is ahead of the server's; null if no server answered. */
export function clock(offsetMs: number | null): DoctorFinding {
  const name = 'clock' as const;
  const t = texts().doctor;
  if (offsetMs === null) {
    return { name, state: 'fair', text: t.clockUnknown, advice: t.serverFirst };
  }
  const off = Math.abs(offsetMs);
  const seconds = (off / SECOND_MS).toFixed(1);
  const text = offsetMs < 0 ? t.behind(seconds) : t.ahead(seconds);
  if (off <= CLOCK_WARNING_MS) return { name, state: 'good', text, advice: null };
  return { name, state: off <= AGENT.clockSkewMs ? 'fair' : 'bad', text, advice: t.syncClock };
}

/** Whether this machine has routes to the internet. */
export function network({ ipv4, ipv6 }: { ipv4: boolean; ipv6: boolean }): DoctorFinding {
  const name = 'network' as const;
  const t = texts().doctor;
  if (ipv4) return { name, state: 'good', text: ipv6 ? t.bothFamilies : t.onlyIpv4, advice: null };
  if (ipv6) return { name, state: 'fair', text: t.onlyIpv6, advice: t.getIpv4 };
  return { name, state: 'bad', text: t.noRoute, advice: t.connect };
}

/** A name that was resolved, or the error. */
export type Lookup = { name: string; ms: number; error: string | null };

export function dns(lookups: readonly Lookup[]): DoctorFinding {
  const name = 'DNS' as const;
  const t = texts().doctor;
  if (lookups.length === 0) return { name, state: 'good', text: t.noNames, advice: null };
  const failed = lookups.filter(({ error }) => error !== null);
  const slowest = Math.max(...lookups.map(({ ms }) => ms));
  if (failed.length > 0) {
    const text = failed.map((lookup) => t.notResolved(lookup.name, String(lookup.error))).join(', ');
    return { name, state: failed.length === lookups.length ? 'bad' : 'fair', text, advice: t.nameServers };
  }
  const text = t.resolved(lookups.length, Math.round(slowest));
  if (slowest <= SLOW_LOOKUP_MS) return { name, state: 'good', text, advice: null };
  return { name, state: 'fair', text, advice: t.slowNames };
}

/** The sites that prove the internet connection. */
export function references(checked: readonly { url: string; answers: boolean }[]): DoctorFinding {
  const name = 'references' as const;
  const t = texts().doctor;
  const silent = checked.filter(({ answers }) => !answers).map(({ url }) => url);
  if (silent.length === 0) return { name, state: 'good', text: t.allAnswer(checked.length), advice: null };
  const state = silent.length === checked.length ? 'bad' : 'fair';
  return { name, state, text: t.silent(silent.join(', ')), advice: t.otherReferences };
}

/** `error`: why nothing could be written there. */
export function disk(found: { path: string; freeBytes: number; error: string | null }): DoctorFinding {
  const { path, freeBytes, error } = found;
  const name = 'disk' as const;
  const t = texts().doctor;
  if (error !== null) return { name, state: 'bad', text: t.cannotWrite(path, error), advice: t.letWrite(path) };
  const text = t.free(Math.round(freeBytes / MIB), path);
  if (freeBytes >= GOOD_DISK_BYTES) return { name, state: 'good', text, advice: null };
  return { name, state: freeBytes >= LEAST_DISK_BYTES ? 'fair' : 'bad', text, advice: t.freeSpace };
}

/** `origin` null: not registered. `signIn`: `ok`, why it failed, or null if it was not tried. */
export type ServerFound = {
  origin: string | null;
  reached: { ms: number } | { error: string } | null;
  signIn: string | null;
};

/** `proxy`: the one that was used. */
export function server({ origin, reached, signIn }: ServerFound, proxy: string | null): DoctorFinding {
  const name = 'server' as const;
  const t = texts().doctor;
  if (origin === null || reached === null) {
    return { name, state: 'fair', text: t.noAgent, advice: t.registerFirst };
  }
  const withProxy = (text: string) => (proxy === null ? text : t.byProxy(text, proxy));
  if ('error' in reached) {
    return { name, state: 'bad', text: withProxy(`${origin}: ${reached.error}`), advice: t.openInBrowser };
  }
  const text = withProxy(t.answers(origin, Math.round(reached.ms)));
  if (signIn === 'ok') return { name, state: 'good', text: t.known(text), advice: null };
  return { name, state: 'bad', text: t.refused(text, String(signIn)), advice: t.newLink };
}

/** How Firestore could be read: over gRPC, or why not and whether it can be over HTTPS. */
export type UpdatesFound = { ms: number } | { grpcError: string; restError: string | null };

/** How assignments and commands reach the agent; null if that was not tried. */
export function updates(found: UpdatesFound | null, proxy: string | null): DoctorFinding {
  const name = 'updates' as const;
  const t = texts().doctor;
  if (found === null) return { name, state: 'fair', text: t.notSignedIn, advice: t.serverFirst };
  if ('ms' in found) return { name, state: 'good', text: t.overGrpc(Math.round(found.ms)), advice: null };
  const { grpcError, restError } = found;
  if (restError !== null) {
    const advice = proxy === null ? t.letConnect : t.letConnectByProxy;
    return { name, state: 'bad', text: t.noFirestore(grpcError, restError), advice };
  }
  return { name, state: 'fair', text: t.overHttps(grpcError), advice: proxy === null ? t.firewall : t.proxy };
}

/** `files`: how many may be open at once, null for no limit or an unknown one. `node`: `process.version`. */
export function limits(found: { files: number | null; availableBytes: number; node: string }): DoctorFinding {
  const { files, availableBytes, node } = found;
  const name = 'limits' as const;
  const t = texts().doctor;
  const machine = t.machine(node, Math.round(availableBytes / MIB));
  const text = files === null ? machine : t.withFiles(machine, files);
  const advice = [
    Number(/\d+/.exec(node)?.[0]) < OLDEST_GOOD_NODE ? t.installNode(OLDEST_GOOD_NODE) : '',
    availableBytes < LEAST_MEMORY_BYTES ? t.moreMemory : '',
    files !== null && files < LEAST_FILES ? t.moreFiles(LEAST_FILES) : '',
  ].filter((sentence) => sentence !== '');
  if (advice.length === 0) return { name, state: 'good', text, advice: null };
  return { name, state: 'fair', text, advice: advice.join(' ') };
}
