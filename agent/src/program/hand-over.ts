import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs, parseEnv } from 'node:util';
import { createLog } from '../log.ts';
import { isYes } from '../settings.ts';
import { agentFolder } from '../state/folder.ts';

/** Set for the version that another one has started. */
const STARTED_BY = 'FARWATCH_STARTED_BY';

/**
 * Lets a fetched version that is newer than this installed one run in this process, with the same arguments
 * (docs/agent.md, Updates). False if this one is to run itself. It validates no other option or setting than its
 * own: the other version may know more of them.
 */
export async function handOver(args: string[], version: string): Promise<boolean> {
  if (process.env[STARTED_BY] !== undefined) return false;
  const { dir, isPinned, mayTry, json } = await readOwnSettings(args);
  const folder = agentFolder(dir);
  // Most programs were never updated: those load nothing more.
  if (isPinned || !existsSync(folder.programs)) return false;
  process.env[STARTED_BY] = version;
  const { startAnother } = await import('./start-another.ts');
  const isStarted = await startAnother(folder, { version, mayTry, log: createLog({ verbose: false, json }) });
  if (!isStarted) delete process.env[STARTED_BY];
  return isStarted;
}

/** What decides which version runs: from the arguments, the environment and the settings file of the agent's folder. */
async function readOwnSettings(args: string[]) {
  const options = {
    dir: { type: 'string' },
    lang: { type: 'string' },
    'no-update': { type: 'boolean' },
    json: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, strict: false, allowPositionals: true });
  const given = typeof values.dir === 'string' ? values.dir : process.env.FARWATCH_DIR;
  const dir = given === '' ? undefined : given;
  const text = await readFile(agentFolder(dir).settings, 'utf8').catch(() => ''); // none, or not this user's
  const env = { ...parseEnv(text), ...process.env };
  return {
    dir,
    isPinned: values['no-update'] === true || isYes(env.FARWATCH_NO_UPDATE),
    mayTry: positionals[0] === 'run' && isYes(process.env.FARWATCH_SUPERVISED),
    json: values.json === true || isYes(env.FARWATCH_JSON),
  };
}
