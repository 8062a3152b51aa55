import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnv } from '../platform/clean-env.ts';
import { rootDir } from '../platform/paths.ts';

export const PROJECT_ID = 'demo-farwatch';
export const AGENT_ID = 'a1';

/** Makes the folder of a registered agent whose server is at these hosts. */
export async function makeAgentFolder(server: string, firestore: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farwatch-agent-'));
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const config = {
    projectId: PROJECT_ID,
    apiKey: 'k',
    authDomain: 'd',
    appId: 'a',
    region: 'asia-east1',
    emulators: { auth: server, firestore, functions: server },
  };
  const registeredAt = new Date().toISOString();
  const agent = {
    agentId: AGENT_ID,
    name: 'Taipei 1',
    location: 'tw',
    origin: `http://${server}`,
    config,
    registeredAt,
  };
  await writeFile(join(folder, 'agent.json'), JSON.stringify(agent));
  await mkdir(join(folder, 'spool'));
  return folder;
}

/** Builds the agent's program into that folder. */
export async function buildProgram(folder: string): Promise<string> {
  const program = join(folder, 'program.mjs');
  await promisify(execFile)(process.execPath, [join(rootDir, 'agent/build.ts'), program], { env: cleanEnv() });
  return program;
}

export type AgentProcess = {
  child: ChildProcess;
  /** Resolves with its exit code once all its output is read; null if a signal ended it. */
  ended: Promise<number | null>;
  /** Its standard output and standard error so far. */
  output(): string;
};

/** Runs the agent's program in that folder, with more arguments for it and for Node. */
export function runAgent(
  program: string,
  folder: string,
  args: readonly string[],
  nodeArgs: readonly string[] = [],
): AgentProcess {
  const all = ['run', '--dir', folder, '--allow-private', '--per-host', '10000', '--verbose', ...args];
  const child = spawn(process.execPath, [...nodeArgs, program, ...all], { env: cleanEnv() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output: () => output };
}
