import { readFile } from 'node:fs/promises';
import { createLog } from '../log.ts';
import { agentFolder } from '../state/folder.ts';
import { type Flags, readSettings, type Settings, withFile } from './settings.ts';

/**
 * The settings of a command. What the file of the agent's folder sets becomes part of this process's environment, since
 * proxies are read from there; names that it cannot set are told of. Throws Problem for a setting that cannot be.
 */
export async function loadSettings(flags: Flags): Promise<Settings> {
  const { dir } = readSettings(flags, process.env);
  const text = await readFile(agentFolder(dir).settings, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const { env, unknown } = withFile(process.env, text);
  Object.assign(process.env, env);
  const settings = readSettings(flags, process.env);
  for (const name of unknown) {
    createLog(settings).trouble(`This version knows no setting ${name} in settings.env: it does not count.`);
  }
  return settings;
}
