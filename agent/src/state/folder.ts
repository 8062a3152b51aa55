import { chmod, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The paths of an agent's files in its folder. */
export type AgentFolder = Record<
  'path' | 'agent' | 'assignments' | 'key' | 'lock' | 'programs' | 'seenAs' | 'settings' | 'status' | 'spool',
  string
>;

export function agentFolder(dir: string | undefined): AgentFolder {
  const path = resolve(dir ?? join(homedir(), '.farwatch-agent'));
  return {
    path,
    agent: join(path, 'agent.json'),
    assignments: join(path, 'assignments.json'),
    key: join(path, 'key.pem'),
    lock: join(path, 'lock'),
    programs: join(path, 'program'),
    seenAs: join(path, 'seen-as.json'),
    settings: join(path, 'settings.env'),
    status: join(path, 'status.json'),
    spool: join(path, 'spool'),
  };
}

/** Makes the folder private to its user, and creates it if there is none: it has the agent's key and secrets of checks. */
export async function makeFolder({ path }: AgentFolder): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}
