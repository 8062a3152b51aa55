import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The first 64 bits of an IPv6 address are its network, whose owner can use all of its addresses. */
const NETWORK_GROUPS = 4;

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/**
 * The address that the platform saw; null if there is none. The platform appends it to X-Forwarded-For; earlier entries
 * are set by the caller and not trusted, unlike in Express's `request.ip`, which is the first.
 */
export function callerAddress({ headers, socket }: Request): string | null {
  const last = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return addressOf(last || (socket.remoteAddress ?? ''));
}

/** Returns the key by which callers are counted: the caller's IPv4 address or IPv6 network, '' without an address. */
export function callerNetwork(request: Request): string {
  return networkOf(callerAddress(request));
}

/** The address of the app's user, as visitorNetwork finds it; '' without one. */
export function visitorAddress(request: Request): string {
  return addressOf(String(request.headers['fastly-client-ip'] ?? '').trim()) ?? callerAddress(request) ?? '';
}

/**
 * The network of the app's user. For requests through Firebase Hosting the platform only sees Hosting's network, so
 * this is that of the address in Hosting's header, which a direct caller of the function can forge.
 */
export function visitorNetwork(request: Request): string {
  const seen = addressOf(String(request.headers['fastly-client-ip'] ?? '').trim());
  return networkOf(seen) || callerNetwork(request);
}

/** An IPv4-mapped address is its IPv4 address. */
function addressOf(text: string): string | null {
  const [address = ''] = text.split('%');
  if (isIP(address) === 0) return null;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Returns the network in the spelling of URLs, so that it has one key. */
function networkOf(address: string | null): string {
  if (address === null || isIP(address) === 4) return address ?? '';
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - groups(head).length - after.length }, () => '0');
  return [...groups(head), ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':');
}
