import { isIP } from 'node:net';

/** A cookie as RFC 6265, 5.3 stores it. `hostOnly`: without a Domain it goes back to its host alone. */
export type Cookie = {
  name: string;
  value: string;
  domain: string;
  hostOnly: boolean;
  path: string;
  secure: boolean;
  endsAtMs: number;
};

/** As many as browsers keep for a site; without a bound a site could keep this machine busy for minutes. */
const KEPT = 180;

/**
 * Returns the cookies after an answer from `url` that set `fields` (values of Set-Cookie), the newest 180: RFC 6265,
 * 5.2 and 5.3.
 */
export function withCookies(
  known: readonly Cookie[],
  fields: readonly string[],
  url: URL,
  nowMs: number,
): readonly Cookie[] {
  let cookies = known;
  for (const field of fields.slice(-KEPT)) {
    const cookie = parseCookie(field, url, nowMs);
    if (cookie) cookies = [...cookies.filter((other) => !isSame(cookie, other)), cookie];
  }
  return cookies.slice(-KEPT);
}

/** Returns the value of the Cookie header for a request to `url`, '' without cookies: RFC 6265, 5.4. */
export function cookiesFor(url: URL, cookies: readonly Cookie[], nowMs: number): string {
  const due = cookies.filter(
    ({ domain, hostOnly, path, secure, endsAtMs }) =>
      (hostOnly ? url.hostname === domain : domainMatches(url.hostname, domain)) &&
      pathMatches(url.pathname, path) &&
      (!secure || url.protocol === 'https:') &&
      endsAtMs > nowMs,
  );
  const longestPathFirst = due.sort((a, b) => b.path.length - a.path.length);
  return longestPathFirst.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ');
}

function parseCookie(field: string, url: URL, nowMs: number): Cookie | null {
  const [pair = '', ...rest] = field.split(';');
  const [name, value] = halves(pair);
  const attributes = new Map(rest.map(halves).map(([key, text]) => [key.toLowerCase(), text]));
  const requestedDomain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const domain = requestedDomain === '' ? url.hostname : requestedDomain;
  // Line ends must not get into the next request.
  if (name === '' || hasControls(pair) || !domainMatches(url.hostname, domain)) return null;
  const path = attributes.get('path') ?? '';
  return {
    name,
    value,
    domain,
    hostOnly: requestedDomain === '',
    path: path.startsWith('/') ? path : defaultPath(url.pathname),
    secure: attributes.has('secure'),
    endsAtMs: endOf(attributes, nowMs),
  };
}

function halves(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function hasControls(text: string): boolean {
  return Array.from(text).some((character) => (character < ' ' && character !== '\t') || character === '\x7f');
}

/** Returns when a cookie ends. Max-Age precedes Expires; an unreadable end counts as the end of the check. */
function endOf(attributes: ReadonlyMap<string, string>, nowMs: number): number {
  const seconds = attributes.get('max-age');
  if (seconds !== undefined && /^-?\d+$/.test(seconds)) {
    return Number(seconds) > 0 ? nowMs + Number(seconds) * 1_000 : Number.NEGATIVE_INFINITY;
  }
  const endsAtMs = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(endsAtMs) ? Number.POSITIVE_INFINITY : endsAtMs;
}

function isSame(a: Cookie, b: Cookie): boolean {
  return a.name === b.name && a.domain === b.domain && a.path === b.path;
}

function domainMatches(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0);
}

function pathMatches(requested: string, path: string): boolean {
  return requested === path || (requested.startsWith(path) && (path.endsWith('/') || requested[path.length] === '/'));
}

function defaultPath(pathname: string): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));
}
