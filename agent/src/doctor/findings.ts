import { AGENT } from '@farwatch/core/limits';
import { SECOND_MS } from '@farwatch/core/time';

/** What was found of one thing, and what to do where that is not good. `fair`: the agent works, but not as well as it might. */
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

/** `offsetMs`: how far this machine's clock is ahead of the server's; null if no server was heard. */
export function clock(offsetMs: number | null): DoctorFinding {
  const name = 'clock';
  if (offsetMs === null) {
    const advice = 'Mend the connection to the server first, then look again.';
    return { name, state: 'fair', text: 'not known: no server has told the time', advice };
  }
  const off = Math.abs(offsetMs);
  const text = `${(off / SECOND_MS).toFixed(1)} s ${offsetMs < 0 ? 'behind' : 'ahead of'} the server`;
  if (off <= CLOCK_WARNING_MS) return { name, state: 'good', text, advice: null };
  const advice = 'Let the system keep the time: sudo timedatectl set-ntp true. Certificates are judged by this clock.';
  return { name, state: off <= AGENT.clockSkewMs ? 'fair' : 'bad', text, advice };
}

/** Whether this machine has routes to the internet. */
export function network({ ipv4, ipv6 }: { ipv4: boolean; ipv6: boolean }): DoctorFinding {
  const name = 'network';
  if (ipv4) return { name, state: 'good', text: ipv6 ? 'IPv4 and IPv6' : 'IPv4 alone', advice: null };
  if (ipv6) {
    const advice = 'Sites that have IPv4 alone cannot be judged from here. Ask for an IPv4 address where you can.';
    return { name, state: 'fair', text: 'IPv6 alone', advice };
  }
  const advice = 'Connect this machine to the internet: there is no route, so no cable, Wi-Fi or gateway.';
  return { name, state: 'bad', text: 'no route to the internet', advice };
}

/** A name that was resolved, or the error. */
export type Lookup = { name: string; ms: number; error: string | null };

export function dns(lookups: readonly Lookup[]): DoctorFinding {
  const name = 'DNS';
  if (lookups.length === 0) return { name, state: 'good', text: 'nothing here needs a name', advice: null };
  const failed = lookups.filter(({ error }) => error !== null);
  const slowest = Math.max(...lookups.map(({ ms }) => ms));
  if (failed.length > 0) {
    const text = failed.map((lookup) => `${lookup.name} is not resolved (${lookup.error})`).join(', ');
    const advice = 'Look at the name servers in /etc/resolv.conf, and whether a firewall lets port 53 through.';
    return { name, state: failed.length === lookups.length ? 'bad' : 'fair', text, advice };
  }
  const text = `${lookups.length} names resolved, the slowest in ${Math.round(slowest)} ms`;
  if (slowest <= SLOW_LOOKUP_MS) return { name, state: 'good', text, advice: null };
  const advice = 'Use a nearer name server, or a cache on this machine: names that take 3.5 s count as failed.';
  return { name, state: 'fair', text, advice };
}

/** The places by which the agent knows that the internet is there. */
export function references(asked: readonly { url: string; answers: boolean }[]): DoctorFinding {
  const name = 'references';
  const silent = asked.filter(({ answers }) => !answers).map(({ url }) => url);
  if (silent.length === 0) return { name, state: 'good', text: `all ${asked.length} answer`, advice: null };
  const text = `no right answer from ${silent.join(', ')}`;
  const advice =
    'Where they are blocked, name others with --reference-site: pages whose answer nothing in your network can give.';
  return { name, state: silent.length === asked.length ? 'bad' : 'fair', text, advice };
}

/** `error`: why nothing could be written there. */
export function disk(found: { path: string; freeBytes: number; error: string | null }): DoctorFinding {
  const { path, freeBytes, error } = found;
  const name = 'disk';
  if (error !== null) {
    const advice = `Let the agent’s user write to ${path}, or take another folder with --dir.`;
    return { name, state: 'bad', text: `${path} cannot be written to (${error})`, advice };
  }
  const text = `${Math.round(freeBytes / MIB)} MiB free at ${path}`;
  if (freeBytes >= GOOD_DISK_BYTES) return { name, state: 'good', text, advice: null };
  const advice =
    'Make room: what cannot be sent at once waits there, and the oldest results are dropped where it is full.';
  return { name, state: freeBytes >= LEAST_DISK_BYTES ? 'fair' : 'bad', text, advice };
}

/** `origin` null: not registered. `signIn`: `ok`, why it failed, or null if it was not tried. */
export type ServerFound = {
  origin: string | null;
  reached: { ms: number } | { error: string } | null;
  signIn: string | null;
};

/** `proxy`: the one by which it was asked. */
export function server({ origin, reached, signIn }: ServerFound, proxy: string | null): DoctorFinding {
  const name = 'server';
  if (origin === null || reached === null) {
    const advice = 'Register this machine: farwatch-agent register <link>.';
    return { name, state: 'fair', text: 'no agent is registered here', advice };
  }
  const by = proxy === null ? '' : `, by the proxy ${proxy}`;
  if ('error' in reached) {
    const advice = 'Look whether a browser on this network opens it, and whether it needs a proxy (HTTPS_PROXY).';
    return { name, state: 'bad', text: `${origin}: ${reached.error}${by}`, advice };
  }
  const text = `${origin} answers in ${Math.round(reached.ms)} ms${by}`;
  if (signIn === 'ok') return { name, state: 'good', text: `${text} and knows this agent`, advice: null };
  const advice = 'Where the agent was deleted or reset, register it again with a new link; else try again later.';
  return { name, state: 'bad', text: `${text}, but the agent cannot sign in: ${signIn}`, advice };
}

/** `files`: how many may be open at once, null for no limit or one that the system does not tell. `node`: `process.version`. */
export function limits(found: { files: number | null; availableBytes: number; node: string }): DoctorFinding {
  const { files, availableBytes, node } = found;
  const name = 'limits';
  const filesText = files === null ? '' : `, ${files} open files`;
  const text = `Node ${node}, ${Math.round(availableBytes / MIB)} MiB of memory available${filesText}`;
  const advice = [
    Number(/\d+/.exec(node)?.[0]) < OLDEST_GOOD_NODE ? `Install Node ${OLDEST_GOOD_NODE} or later.` : '',
    availableBytes < LEAST_MEMORY_BYTES
      ? 'End other programs: the agent needs 100 MB, for thousands of endpoints 200.'
      : '',
    files !== null && files < LEAST_FILES ? `Allow ${LEAST_FILES} open files: ulimit -n, LimitNOFILE= in systemd.` : '',
  ].filter((sentence) => sentence !== '');
  if (advice.length === 0) return { name, state: 'good', text, advice: null };
  return { name, state: 'fair', text, advice: advice.join(' ') };
}
