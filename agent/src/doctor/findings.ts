import { AGENT } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';

/**
 * What was found of one thing, and what to do where that is not good. `fair`: the agent works, but not as well as it
 * might.
 */
export type DoctorFinding = { name: string; state: 'good' | 'fair' | 'bad'; text: string; advice: string | null };

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
  const name = 'clock';
  if (offsetMs === null) {
    const advice = 'Fix the connection to the server first, then run doctor again.';
    return { name, state: 'fair', text: 'unknown: no answer from a server', advice };
  }
  const off = Math.abs(offsetMs);
  const text = `${(off / SECOND_MS).toFixed(1)} s ${offsetMs < 0 ? 'behind' : 'ahead of'} the server`;
  if (off <= CLOCK_WARNING_MS) return { name, state: 'good', text, advice: null };
  const advice = 'Let the system sync its clock: sudo timedatectl set-ntp true. Certificates are verified by it.';
  return { name, state: off <= AGENT.clockSkewMs ? 'fair' : 'bad', text, advice };
}

/** Whether this machine has routes to the internet. */
export function network({ ipv4, ipv6 }: { ipv4: boolean; ipv6: boolean }): DoctorFinding {
  const name = 'network';
  if (ipv4) return { name, state: 'good', text: ipv6 ? 'IPv4 and IPv6' : 'IPv4 only', advice: null };
  if (ipv6) {
    const advice = 'Sites with IPv4 only cannot be checked from here. Get an IPv4 address if you can.';
    return { name, state: 'fair', text: 'IPv6 only', advice };
  }
  const advice = 'Connect this machine to the internet: it has no route, so no cable, Wi-Fi or gateway.';
  return { name, state: 'bad', text: 'no route to the internet', advice };
}

/** A name that was resolved, or the error. */
export type Lookup = { name: string; ms: number; error: string | null };

export function dns(lookups: readonly Lookup[]): DoctorFinding {
  const name = 'DNS';
  if (lookups.length === 0) return { name, state: 'good', text: 'no names to resolve', advice: null };
  const failed = lookups.filter(({ error }) => error !== null);
  const slowest = Math.max(...lookups.map(({ ms }) => ms));
  if (failed.length > 0) {
    const text = failed.map((lookup) => `${lookup.name} is not resolved (${lookup.error})`).join(', ');
    const advice = 'Check the name servers in /etc/resolv.conf, and that no firewall blocks port 53.';
    return { name, state: failed.length === lookups.length ? 'bad' : 'fair', text, advice };
  }
  const text = `${lookups.length} names resolved, the slowest in ${Math.round(slowest)} ms`;
  if (slowest <= SLOW_LOOKUP_MS) return { name, state: 'good', text, advice: null };
  const advice = 'Use a closer name server, or a cache on this machine: lookups over 3.5 s fail.';
  return { name, state: 'fair', text, advice };
}

/** The sites that prove the internet connection. */
export function references(checked: readonly { url: string; answers: boolean }[]): DoctorFinding {
  const name = 'references';
  const silent = checked.filter(({ answers }) => !answers).map(({ url }) => url);
  if (silent.length === 0) return { name, state: 'good', text: `all ${checked.length} answer`, advice: null };
  const text = `no correct response from ${silent.join(', ')}`;
  const advice =
    'If they are blocked, name others with --reference-site: pages whose response nothing in your network can fake.';
  return { name, state: silent.length === checked.length ? 'bad' : 'fair', text, advice };
}

/** `error`: why nothing could be written there. */
export function disk(found: { path: string; freeBytes: number; error: string | null }): DoctorFinding {
  const { path, freeBytes, error } = found;
  const name = 'disk';
  if (error !== null) {
    const advice = `Let the agent’s user write to ${path}, or choose another folder with --dir.`;
    return { name, state: 'bad', text: `cannot write to ${path} (${error})`, advice };
  }
  const text = `${Math.round(freeBytes / MIB)} MiB free at ${path}`;
  if (freeBytes >= GOOD_DISK_BYTES) return { name, state: 'good', text, advice: null };
  const advice = 'Free some space: unsent results are stored there, and the oldest are dropped when it is full.';
  return { name, state: freeBytes >= LEAST_DISK_BYTES ? 'fair' : 'bad', text, advice };
}

/** `origin` null: not registered. `signIn`: `ok`, why it failed, or null if it was not tried. */
export type ServerFound = {
  origin: string | null;
  reached: { ms: number } | { error: string } | null;
  signIn: string | null;
};

/** `proxy`: the one that was used. */
export function server({ origin, reached, signIn }: ServerFound, proxy: string | null): DoctorFinding {
  const name = 'server';
  if (origin === null || reached === null) {
    const advice = 'Register this machine: farwatch-agent register <link>.';
    return { name, state: 'fair', text: 'no agent is registered here', advice };
  }
  const by = proxy === null ? '' : `, by the proxy ${proxy}`;
  if ('error' in reached) {
    const advice = 'Check that a browser on this network can open it, and whether it needs a proxy (HTTPS_PROXY).';
    return { name, state: 'bad', text: `${origin}: ${reached.error}${by}`, advice };
  }
  const text = `${origin} answers in ${Math.round(reached.ms)} ms${by}`;
  if (signIn === 'ok') return { name, state: 'good', text: `${text} and knows this agent`, advice: null };
  const advice = 'If the agent was deleted or reset, register it with a new link. Otherwise try again later.';
  return { name, state: 'bad', text: `${text}, but the agent cannot sign in: ${signIn}`, advice };
}

/** How Firestore could be read: over gRPC, or why not and whether it can be over HTTPS. */
export type UpdatesFound = { ms: number } | { grpcError: string; restError: string | null };

/** How assignments and commands reach the agent; null if that was not tried. */
export function updates(found: UpdatesFound | null, proxy: string | null): DoctorFinding {
  const name = 'updates';
  if (found === null) {
    const advice = 'Fix the connection to the server first, then run doctor again.';
    return { name, state: 'fair', text: 'unknown: the agent is not signed in', advice };
  }
  if ('ms' in found) {
    return { name, state: 'good', text: `Firestore answers over gRPC in ${Math.round(found.ms)} ms`, advice: null };
  }
  const { grpcError, restError } = found;
  if (restError !== null) {
    const text = `Firestore cannot be read (gRPC: ${grpcError}, HTTPS: ${restError})`;
    const advice = `Let this machine connect to firestore.googleapis.com:443${proxy === null ? '' : ' by the proxy'}.`;
    return { name, state: 'bad', text, advice };
  }
  const text = `over HTTPS, but not over gRPC (${grpcError}): changes and requested checks arrive a minute late`;
  const advice =
    proxy === null
      ? 'Let the firewall pass HTTP/2 to firestore.googleapis.com:443 without inspecting it.'
      : 'Let the proxy pass HTTP/2 to firestore.googleapis.com:443 without inspecting it, or name that host in NO_PROXY.';
  return { name, state: 'fair', text, advice };
}

/** `files`: how many may be open at once, null for no limit or an unknown one. `node`: `process.version`. */
export function limits(found: { files: number | null; availableBytes: number; node: string }): DoctorFinding {
  const { files, availableBytes, node } = found;
  const name = 'limits';
  const filesText = files === null ? '' : `, ${files} open files`;
  const text = `Node ${node}, ${Math.round(availableBytes / MIB)} MiB of memory available${filesText}`;
  const advice = [
    Number(/\d+/.exec(node)?.[0]) < OLDEST_GOOD_NODE ? `Install Node ${OLDEST_GOOD_NODE} or later.` : '',
    availableBytes < LEAST_MEMORY_BYTES
      ? 'Stop other programs: the agent needs 100 MB, or 200 for thousands of endpoints.'
      : '',
    files !== null && files < LEAST_FILES ? `Allow ${LEAST_FILES} open files: ulimit -n, LimitNOFILE= in systemd.` : '',
  ].filter((sentence) => sentence !== '');
  if (advice.length === 0) return { name, state: 'good', text, advice: null };
  return { name, state: 'fair', text, advice: advice.join(' ') };
}
