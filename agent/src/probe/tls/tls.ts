import type { Duplex } from 'node:stream';
import { optionsOfType } from '@farwatch/core/values/check-options';
import { nothingFound, type Probe } from '../probe.ts';
import { LEAVE_DIALOGUES, START_TLS_DIALOGUES } from './start-tls.ts';

/** A TLS check: up once the handshake succeeds with a certificate that is trusted, as for https. */
export const probeTls: Probe = async (url, { check, network, signal, phases }) => {
  const { ipVersion, startTls, certificateSha256 } = optionsOfType(check, 'tls') ?? {};
  const { hostname, port } = new URL(url);
  const dialogue = startTls && START_TLS_DIALOGUES[startTls];
  const leave = async (socket: Duplex) => {
    phases.end();
    if (startTls) await LEAVE_DIALOGUES[startTls]?.(socket);
  };
  const { socket, isProof, certificateEndsAtMs, peer } = await network.connect({
    host: hostname,
    port: Number(port),
    ...(ipVersion && { family: ipVersion }),
    tls: {
      protocols: [],
      ...(certificateSha256 !== undefined && { pinnedSha256: certificateSha256 }),
      ...(dialogue && {
        prepare: (socket) => {
          phases.begin('firstByte');
          return dialogue(socket);
        },
      }),
      leave,
    },
    signal,
  });
  await leave(socket);
  return { isProof, certificateEndsAtMs, isTimedByPhases: true, ...nothingFound(url, peer) };
};
