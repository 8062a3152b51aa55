import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The half of an IPv6 address that names a network; who has one has all its addresses. */
const NETWORK_GROUPS = 4;

/**
 * The address that a request came from, an IPv6 one as its network; '' where there is none. In front of a function the platform
 * adds the address it saw to the end of X-Forwarded-For, and what stands before that is the caller's own word.
 */
export function callerAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const last = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const address = last || (socket.remoteAddress ?? '');
  const kind = isIP(address);
  if (kind === 4) return address;
  return kind === 6 ? networkOf(address) : '';
}

/** As a URL writes it, so that no spelling is another network. An IPv4 address within it is that address. */
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
