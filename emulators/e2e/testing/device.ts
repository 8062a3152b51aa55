import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { startCli } from '../../src/agents/demo-agent.ts';
import type { Service } from '../../src/platform/service.ts';

/** A computer with the agent's program, not registered yet. */
export type Device = {
  /** Runs `register` until it exits. */
  register(link: string): Promise<ProgramResult>;
  /** Starts `run`. */
  run(): Promise<Service>;
};

/** A program's exit code and its whole output. */
export type ProgramResult = { code: number | null; text: string };

/** A device with an empty folder for its agent. */
export function newDevice(): Device {
  const folder = mkdtempSync(join(tmpdir(), 'farwatch-device-'));
  const { targets } = addressesFromEnv();
  return {
    register: async (link) =>
      waitForExit(await startCli(['register', link, '--dir', folder], join(folder, 'register.log'))),
    run: () => {
      const args = ['run', '--dir', folder, '--allow-private', '--reference-site', `${targets}/ok`];
      return startCli(args, join(folder, 'run.log'));
    },
  };
}

/** A deleted agent may find out only with its next report. */
const WITHIN_MS = 150_000;

/** Waits until a program has exited by itself. */
export async function waitForExit(program: Service): Promise<ProgramResult> {
  await expect.poll(() => program.running(), { timeout: WITHIN_MS }).toBe(false);
  const { code } = await program.exited;
  await program.stop();
  return { code, text: readFileSync(program.logFile, 'utf8') };
}
