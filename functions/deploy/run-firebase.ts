import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

export interface FirebaseResult {
  isOk: boolean;
  /** All that it printed. */
  output: string;
}

/** Runs firebase-tools in that folder, and prints what it prints. It never asks. */
export async function runFirebase(root: string, args: readonly string[]): Promise<FirebaseResult> {
  const program = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js');
  const child = spawn(process.execPath, [program, ...args, '--non-interactive'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Loading the functions takes longer than its limit of 10 s on a slow machine.
    env: { FUNCTIONS_DISCOVERY_TIMEOUT: '60', ...process.env, NO_COLOR: '1' },
  });
  const stop = () => {
    child.kill();
    process.exit(143);
  };
  process.once('SIGTERM', stop);
  let output = '';
  const keep = (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('SIGTERM', stop);
  return { isOk: code === 0, output };
}
