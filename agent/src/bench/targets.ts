import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { DAY_MS } from '@farwatch/core/time';
import { selfSigned } from '../probe/testing/certificate.ts';
import type { Targets } from './messages.ts';

/** A program that serves the sites of the benchmark on this machine, and sends where they are to its parent. */
const answer = (_request: unknown, response: { end(text: string): unknown }) => response.end('well');
const identity = selfSigned(Date.now() - DAY_MS, Date.now() + 90 * DAY_MS);
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

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2_048, resolve));
  return (server.address() as AddressInfo).port;
}
