import { optionsOfType } from '@farwatch/core/values/check-options';
import { BANNER_BYTES } from '@farwatch/core/values/check-types/tcp';
import { containsText } from '@farwatch/core/values/same-text';
import type { Connection } from '../../network/network.ts';
import { nothingFound, type Probe } from '../probe.ts';
import { textFound } from '../text-found.ts';

/** A TCP check: up once the port accepts a connection, and what the server sends first contains the expected text. */
export const probeTcp: Probe = async (url, { check, network, signal, phases }) => {
  const { banner = '', ipVersion } = optionsOfType(check, 'tcp') ?? {};
  const { hostname, port } = new URL(url);
  const connection = await network.connect({
    host: hostname,
    port: Number(port),
    ...(ipVersion && { family: ipVersion }),
    signal,
  });
  const { socket, peer } = connection;
  if (banner === '') return nothingFound(url, peer);
  phases.begin('firstByte');
  const text = await readBanner(socket, banner, signal, () => phases.begin('body'));
  phases.end();
  const isCut = Buffer.byteLength(text) >= BANNER_BYTES;
  return { error: containsText(text, banner) ? null : 'text', ...textFound(url, peer, text, isCut) };
};

/**
 * Reads what a server sends first, until it contains `banner`, is 1 KB long, or the server or the check ends. Rejects if
 * nothing came. `onFirst` is called with the first of it.
 */
function readBanner(
  socket: Connection['socket'],
  banner: string,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const end = (error: Error) => {
      if (bytes.length > 0) resolve(new TextDecoder().decode(bytes));
      else reject(error);
      socket.destroy();
    };
    const closed = () =>
      end(socket.errored ?? Object.assign(new Error('closed without a banner'), { code: 'ECONNRESET' }));
    signal.addEventListener('abort', () => end(signal.reason), { once: true });
    if (socket.destroyed) return closed();
    socket.on('error', end);
    socket.on('close', closed);
    socket.on('end', closed);
    socket.on('data', (chunk: Buffer) => {
      if (bytes.length === 0) onFirst();
      bytes = Buffer.concat([bytes, chunk]).subarray(0, BANNER_BYTES);
      if (bytes.length >= BANNER_BYTES || containsText(new TextDecoder().decode(bytes), banner)) closed();
    });
  });
}
