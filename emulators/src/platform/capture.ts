import { spawn } from 'node:child_process';

export interface Captured {
  /** Null when the program could not be started or was killed. */
  code: number | null;
  output: string;
}

/** Runs a short program and returns its exit code and output. Never throws. */
export function capture(command: string, args: readonly string[], timeoutMs = 60_000): Promise<Captured> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: null, output: String(error) }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
