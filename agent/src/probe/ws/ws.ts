import type { CheckError } from '@farwatch/core/values/check';
import { optionsOfType } from '@farwatch/core/values/check-options';
import type { WsCheck } from '@farwatch/core/values/check-types/ws';
import type { CheckHeader } from '@farwatch/core/values/http-check/http-check';
import { containsText } from '@farwatch/core/values/same-text';
import { portOf, urlCaveat } from '@farwatch/core/values/url';
import type { Connection, Target } from '../../network/network.ts';
import { openWebSocket, type Socket } from '../../network/web-socket.ts';
import { createRedact } from '../http/redact.ts';
import type { Probe } from '../probe.ts';
import { textFound } from '../text-found.ts';

/** Of all that comes, messages or not. */
const MOST_BYTES = 1024 * 1024;
/** What is kept of a message: several times what is shown, since secrets in it become shorter. */
const KEPT_LENGTH = 16_384;
const CLOSE_MS = 1_000;
const SWITCHING_PROTOCOLS = 101;

/** A WebSocket check: up once the handshake succeeds and a message contains the expected text. */
export const probeWs: Probe = async (url, { check, network, signal, phases, userAgent }) => {
  const options: Partial<WsCheck> = optionsOfType(check, 'ws') ?? {};
  if (urlCaveat(url) !== null) return { error: 'address', localFailure: 'refused-address' };
  const connection = await network.connect(targetOf(url, options, signal));
  phases.begin('firstByte');
  const { subprotocols = [], headers = [], origin } = options;
  const socket = openWebSocket(url, connection.socket, {
    userAgent,
    subprotocols,
    headers: headers.map(asBytes),
    origin,
  });
  try {
    const { text, ...outcome } = await converse(socket, connection, options, signal, () => phases.begin('body'));
    phases.end();
    await close(socket, signal);
    const { isProof, certificateEndsAtMs, peer } = connection;
    const redact = createRedact(check, []);
    const isCut = text.length > KEPT_LENGTH;
    const found = textFound(url, peer, redact.start(text.slice(0, KEPT_LENGTH), isCut), isCut);
    return { ...outcome, isProof, certificateEndsAtMs, isTimedByPhases: true, ...found };
  } finally {
    socket.terminate();
  }
};

function targetOf(url: string, options: Partial<WsCheck>, signal: AbortSignal): Target {
  const { ipVersion, certificateSha256, legacyServerConnect: isLegacyAccepted = false } = options;
  const parsed = new URL(url);
  const pinned = certificateSha256 === undefined ? {} : { pinnedSha256: certificateSha256 };
  return {
    host: parsed.hostname,
    port: portOf(parsed) ?? 0,
    ...(ipVersion && { family: ipVersion }),
    ...(parsed.protocol === 'wss:' && { tls: { protocols: ['http/1.1'], isLegacyAccepted, ...pinned } }),
    signal,
  };
}

/** A value's UTF-8, one character a byte: written as it is, another letter could become the end of a line. */
function asBytes({ name, value }: CheckHeader): { name: string; value: string } {
  return { name, value: Buffer.from(value).toString('latin1') };
}

type Conversation = { error: CheckError | null; statusCode: number | null; text: string };

/**
 * The handshake, and messages until one contains the expected text. `text`: the message that does, else the last one.
 * Rejects with an error for the network to explain. `onOpen` is called after the handshake.
 */
function converse(
  socket: Socket,
  { socket: under }: Connection,
  { send = '', expect = '' }: Partial<WsCheck>,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<Conversation> {
  return new Promise((resolve, reject) => {
    let text = '';
    const end = (error: CheckError | null) => resolve({ error, statusCode: SWITCHING_PROTOCOLS, text });
    const fail = (error: Error) => (text === '' ? reject(withCode(error)) : end('text'));
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    socket.on('error', fail);
    socket.on('unexpected-response', (_request, response) => {
      response.destroy();
      resolve({ error: 'status', statusCode: response.statusCode ?? null, text });
    });
    socket.on('open', () => {
      onOpen();
      under.on('data', () => under.bytesRead > MOST_BYTES && end('protocol'));
      if (send !== '') socket.send(send);
      if (expect === '') end(null);
    });
    socket.on('message', (data) => {
      text = String(data);
      if (containsText(text, expect)) end(null);
    });
    socket.on('close', () => end('text'));
  });
}

/** Errors of the handshake itself have no code. */
function withCode(error: NodeJS.ErrnoException): Error {
  return error.code === undefined ? Object.assign(error, { code: 'WS_ERR_HANDSHAKE' }) : error;
}

/** Closes it as RFC 6455, 7 has it; a server that does not answer is not waited for. */
function close(socket: Socket, signal: AbortSignal): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, CLOSE_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.once('close', end);
    signal.addEventListener('abort', end, { once: true });
    socket.close(1000);
  });
}
