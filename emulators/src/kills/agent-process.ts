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

/** Makes a folder of a registered agent, whose server is at these hosts. */
export async function makeAgentFolder(server: string, firestore: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farwatch-kills-'));
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

export type AgentProcess = {
  child: ChildProcess;
  /** How it ended, once all that it wrote is read: by itself with a code, or by a signal. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** What it wrote so far, to its standard output and its standard error. */
  out(): string;
  trouble(): string;
};

/** Builds the agent's present program, beside the folder of its state. */
export async function buildProgram(folder: string): Promise<string> {
  const program = join(folder, 'program.mjs');
  await promisify(execFile)(process.execPath, [join(rootDir, 'agent/build.ts'), program], { env: cleanEnv() });
  return program;
}

/** Runs the agent's program in that folder. */
export function runAgent(program: string, folder: string, more: readonly string[]): AgentProcess {
  const args = ['run', '--dir', folder, '--allow-private', '--per-host', '10000', '--verbose', ...more];
  const child = spawn(process.execPath, [program, ...args], { env: cleanEnv() });
  let [out, trouble] = ['', ''];
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (trouble += text));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return { child, ended, out: () => out, trouble: () => trouble };
}
