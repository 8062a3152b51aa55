import { generateKeyPairSync, sign } from 'node:crypto';
import { tokenMessage } from '@farwatch/core/contracts/calls/agent-token';

/** An agent's Ed25519 key: the public half as it is sent, and signatures by the private one. */
export type KeyPair = { publicKey: string; sign(agentId: string, atMs: number): string };

export function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (agentId, atMs) => sign(null, Buffer.from(tokenMessage(agentId, atMs)), privateKey).toString('base64'),
  };
}
