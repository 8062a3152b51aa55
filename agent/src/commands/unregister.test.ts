import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type AgentFolder, agentFolder } from '../state/folder.ts';
import { takeLock } from '../state/lock.ts';
import { newFolder } from '../testing/folders.ts';
import { writeRegistered } from '../testing/registered.ts';
import { unregister } from './unregister.ts';

const out = vi.spyOn(console, 'log').mockImplementation(() => undefined);

async function registeredFolder(): Promise<AgentFolder> {
  const folder = agentFolder(await newFolder());
  await writeRegistered(folder, 'https://farwatch.test');
  await mkdir(folder.spool);
  await writeFile(join(folder.spool, '1.log'), 'checks');
  await writeFile(folder.settings, 'FARWATCH_PER_HOST=5\n');
  return folder;
}

test('leaves nothing of the agent, and keeps the settings', async () => {
  const folder = await registeredFolder();
  await unregister({ dir: folder.path, json: false });
  expect(await readdir(folder.path)).toEqual(['settings.env']);
  expect(out.mock.calls.join('\n')).toContain('delete it on https://farwatch.test/agents');
  await expect(unregister({ dir: folder.path, json: false })).rejects.toThrow('No agent is registered');
});

test('does nothing while the agent runs', async () => {
  const folder = await registeredFolder();
  const lock = await takeLock(folder.lock);
  await expect(unregister({ dir: folder.path, json: false })).rejects.toThrow(/is running from .* Stop it first\./);
  expect(await readdir(folder.path)).toContain('key.pem');
  if ('release' in lock) await lock.release();
});
