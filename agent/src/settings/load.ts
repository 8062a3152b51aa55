import { readFile } from 'node:fs/promises';
import { agentFolder } from '../state/folder.ts';
import { type Flags, readSettings, type Settings, withFile } from './settings.ts';

/**
 * The settings of a command. What the file of the agent's folder sets becomes part of this process's environment, since
 * proxies are read from there. Throws Problem for a setting that cannot be.
 */
export async function loadSettings(flags: Flags): Promise<Settings> {
  const { dir } = readSettings(flags, process.env);
  const text = await readFile(agentFolder(dir).settings, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  Object.assign(process.env, withFile(process.env, text));
  return readSettings(flags, process.env);
}
