import { isOneWord } from '../addresses/private-name.ts';
import type { UrlProblem } from './check-type.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST_LENGTH = 253;
/** The dot at the end of a full name, as keyboards of several scripts have it. */
export const FINAL_DOT = /[.。．｡]\/?$/;

/** Returns what follows the scheme of a stored URL: the name of a heartbeat or a domain. */
export function nameOf(url: string): string {
  return url.replace(SCHEME, '');
}

/** Parses a URL that has only a host and, with `hasPort`, a port, such as `tcp://db.example.com:5432`. */
export function parseHostUrl(text: string, hasPort: boolean): { url: string } | { problem: UrlProblem } {
  const trimmed = text.trim();
  if (/\p{Cc}/u.test(trimmed)) return { problem: 'control' };
  const scheme = SCHEME.exec(trimmed)?.[0].toLowerCase() ?? '';
  const authority = trimmed.slice(scheme.length).replace(/\/$/, '');
  if (/\s/.test(authority)) return { problem: 'space' };
  if (/[/?#@\\]/.test(authority)) return { problem: 'path' };
  const parsed = parseAuthority(authority);
  if ('problem' in parsed) return parsed;
  const { host, port } = parsed;
  if (!hasPort) return port === null ? { url: `${scheme}${host}` } : { problem: 'path' };
  return port === null ? { problem: 'noPort' } : { url: `${scheme}${host}:${port}` };
}

/** Like parseHostUrl, but refuses a host of one word, which is a slip; only DNS and domains have such names. */
export function parseTargetUrl(text: string, hasPort: boolean): { url: string } | { problem: UrlProblem } {
  const parsed = parseHostUrl(text, hasPort);
  if ('problem' in parsed) return parsed;
  return isOneWord(nameOf(parsed.url).replace(/:\d+$/, '')) ? { problem: 'noDot' } : parsed;
}

/** Parses `host` or `host:port`: the host as URLs have it, in lower case, and its port, null for none. */
export function parseAuthority(
  text: string,
): { host: string; port: number | null } | { problem: 'noHost' | 'port' | 'host' } {
  const [, name = '', typed] = /^(.*?|\[.*\])(?::([^:\]]*))?$/.exec(text) ?? [];
  if (name === '') return { problem: 'noHost' };
  const port = typed === undefined ? null : portOf(typed);
  if (Number.isNaN(port)) return { problem: 'port' };
  const url = `http://${name}/`;
  if (!URL.canParse(url)) return { problem: 'host' };
  const { hostname, pathname, username, search, hash } = new URL(url);
  // Chromium escapes what Node refuses in a host.
  const isHost = pathname === '/' && `${username}${search}${hash}` === '' && !hostname.includes('%');
  return isHost && hostname.length <= HOST_LENGTH ? { host: hostname, port } : { problem: 'host' };
}

/** A port, or NaN. */
function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port >= 1 && port <= 65_535 ? port : Number.NaN;
}
