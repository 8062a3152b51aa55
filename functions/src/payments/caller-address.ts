import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The first 64 bits of an IPv6 address are its network, whose owner can use all of its addresses. */
const NETWORK_GROUPS = 4;

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/**
 * The address that the platform saw, an IPv6 address as its network; '' if there is none. The platform appends it to
 * X-Forwarded-For; earlier entries are set by the caller and not trusted.
 */
export function callerAddress({ headers, socket }: Request): string {
  const last = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return keyOf(last || (socket.remoteAddress ?? ''));
}

/**
 * The address of the app's user. For requests through Firebase Hosting the platform only sees Hosting's network, so
 * this is the address in Hosting's header, which a direct caller of the function can forge.
 */
export function visitorAddress(request: Request): string {
  return keyOf(String(request.headers['fastly-client-ip'] ?? '').trim()) || callerAddress(request);
}

function keyOf(address: string): string {
  const version = isIP(address);
  if (version === 4) return address;
  return version === 6 ? networkOf(address) : '';
}

/** In the spelling of URLs, so that an address has one key. An IPv4-mapped address counts as its IPv4 address. */
function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - groups(head).length - after.length }, () => '0');
  return [...groups(head), ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':');
}
