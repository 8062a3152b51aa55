import { createPublicKey, verify } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { loadOrMakeKey, readKey } from './keys.ts';

test('a key is made once, private, and signs so that its public half verifies', async () => {
  const path = join(await newFolder(), 'key.pem');
  expect(await readKey(path)).toBeNull();
  const key = await loadOrMakeKey(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).toContain('PRIVATE KEY');
  expect((await loadOrMakeKey(path)).publicKey).toBe(key.publicKey);

  const publicKey = createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' });
  const signature = Buffer.from(key.sign('farwatch-agent-token:a1:5'), 'base64');
  expect(publicKey.asymmetricKeyType).toBe('ed25519');
  expect(verify(null, Buffer.from('farwatch-agent-token:a1:5'), publicKey, signature)).toBe(true);
  expect(verify(null, Buffer.from('farwatch-agent-token:a1:6'), publicKey, signature)).toBe(false);
});
