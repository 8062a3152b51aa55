import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeDurably } from '../spool/durable.ts';

/** The agent's Ed25519 key pair. The private key never leaves its folder. */
export type AgentKey = { publicKey: string; sign(message: string): string };

/** The key in a file, made there if there is none: private to its user (mode 0600). */
export async function loadOrMakeKey(path: string): Promise<AgentKey> {
  const known = await readKey(path);
  if (known) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeDurably(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  return agentKey(privateKey);
}

/** The key in a file; null if there is none. */
export async function readKey(path: string): Promise<AgentKey | null> {
  const pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return pem === null ? null : agentKey(createPrivateKey(pem));
}

/** `publicKey` is SPKI DER as base64, a signature base64, as registerAgent and agentToken expect. */
function agentKey(privateKey: KeyObject): AgentKey {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  return { publicKey, sign: (message) => sign(null, Buffer.from(message), privateKey).toString('base64') };
}
