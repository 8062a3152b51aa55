import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { startDns } from '../resolve/testing/start-dns.ts';
import type { Targets } from './messages.ts';

/**
 * A program that serves the sites of the benchmark on this machine, and sends where they are to its parent. Arguments:
 * how long they take to answer, in ms, whom their certificate names, and on which port they have a DNS server, if any:
 * for it every name has an address of its own, and all those addresses must lead to this machine.
 */
const [afterMs = '0', host = 'localhost', dnsPort] = process.argv.slice(2);
if (dnsPort !== undefined) {
  await startDns(({ name, family }) => ({ addresses: family === 4 ? [addressOf(name)] : [] }), Number(dnsPort));
}
const answer = (_request: unknown, response: { end(text: string): unknown }) => {
  if (Number(afterMs) === 0) response.end('well');
  else setTimeout(() => response.end('well'), Number(afterMs));
};
const identity = selfSigned(Date.now() - DAY_MS, Date.now() + 90 * DAY_MS, host);
const plain = await listen(http.createServer(answer));
const tls = await listen(https.createServer(identity, answer));
const h2 = await listen(http2.createSecureServer(identity).on('request', answer));
const urls = {
  http: `http://localhost:${plain}`,
  tls: `https://localhost:${tls}`,
  h2: `https://localhost:${h2}`,
};
process.send?.({ urls, authority: identity.cert } satisfies Targets);
process.once('disconnect', () => process.exit());

/** Below 45.0.0.0/8, by the two numbers in the name. */
function addressOf(name: string): string {
  const [first = 255, second = 255] = (name.match(/\d+/g) ?? []).map(Number);
  return `45.${second >> 8}.${first % 256}.${second % 256}`;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) =>
    server.listen(0, dnsPort === undefined ? '127.0.0.1' : '0.0.0.0', 2_048, resolve),
  );
  return (server.address() as AddressInfo).port;
}
