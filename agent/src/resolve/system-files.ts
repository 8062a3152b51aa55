import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { RESOLVE } from './limits.ts';

export type Hosts = ReadonlyMap<string, readonly string[]>;
export type ResolvConf = { servers: readonly string[]; search: readonly string[] };

/** Their paths on this system. */
export const SYSTEM_FILES = {
  hosts: process.platform === 'win32' ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
};

const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** The addresses of each name in a hosts file, names in lower case. */
export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of linesOf(text)) {
    const [address = '', ...names] = line;
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      hosts.set(key, [...(hosts.get(key) ?? []), address]);
    }
  }
  return hosts;
}

/** Servers and search domains of a resolv.conf(5). The last `search` or `domain` counts. */
export function parseResolvConf(text: string): ResolvConf {
  const servers: string[] = [];
  let search: string[] = [];
  for (const [key, ...values] of linesOf(text)) {
    const [first = ''] = values;
    if (key === 'nameserver' && isIP(first) !== 0) servers.push(first);
    if (key === 'search' || key === 'domain') search = values.map(bare).filter((domain) => domain !== '');
  }
  return { servers, search };
}

/** The name without its last dot, in lower case. */
export function bare(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}

function linesOf(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.replace(/[#;].*/, '').trim());
  return lines.filter((line) => line !== '').map((line) => line.split(/\s+/));
}

/** The same reader, which reads at most once a second. */
export function everySecond<T>(read: () => T): () => T {
  let last: { value: T; untilMs: number } | null = null;
  return () => {
    if (last === null || performance.now() >= last.untilMs) {
      last = { value: read(), untilMs: performance.now() + RESOLVE.filesMs };
    }
    return last.value;
  };
}

/**
 * A reader of a file that is parsed again when it changes, checked at most every second; a missing file is an empty
 * one. If descriptors or memory are short, the last content stays.
 */
export function followFile<T>(path: string, parse: (text: string) => T): () => T {
  let parsed = parse('');
  let version = '';
  return everySecond(() => {
    const stat = statSync(path, { throwIfNoEntry: false });
    const current = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : '';
    const text = current === version ? null : stat ? readText(path) : '';
    if (text !== null) {
      version = current;
      parsed = parse(text);
    }
    return parsed;
  });
}

/** A missing or unreadable file is an empty one; null if it can be read another time. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return SHORTAGES.has((error as NodeJS.ErrnoException).code ?? '') ? null : '';
  }
}
