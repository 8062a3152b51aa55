import { createSocket } from 'node:dgram';
import { DEMO_DOMAIN } from './demo-domain.ts';
import { answerQuery, nameIn } from './dns-answer.ts';

/** The address of the name that the DNS target is about. */
export const DNS_ADDRESS = '192.0.2.7';
/** A group without members (RFC 2365), so there is no reply. */
const NO_HOST = '239.255.255.251';

/**
 * The DNS server of the demo targets, over UDP only, as its answers are short. `demo.farwatch.test` exists while the DNS
 * target is up; the names below lead to this machine, that of the ping target to no host while it is down.
 */
export async function startDemoDns(
  port: number,
  isUp: (name: 'dns' | 'icmp') => boolean,
): Promise<{ close: () => Promise<void> }> {
  const addressOf = (name: string): string | null => {
    if (name === DEMO_DOMAIN) return isUp('dns') ? DNS_ADDRESS : null;
    if (name === `ping.${DEMO_DOMAIN}`) return isUp('icmp') ? '127.0.0.1' : NO_HOST;
    if (name === `ipv6.${DEMO_DOMAIN}`) return '::1';
    return name.endsWith(`.${DEMO_DOMAIN}`) ? '127.0.0.1' : null;
  };
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const answer = answerQuery(query, addressOf(nameIn(query)));
    if (answer) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', resolve);
  });
  return { close: () => new Promise<void>((resolve) => socket.close(resolve)) };
}
