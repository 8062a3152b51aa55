import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AgentRelease } from '@farwatch/core/values/release';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { removeFile, writeDurably } from '../spool/durable.ts';
import { type Program, programFile } from './program-state.ts';

const MOST_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * The bundle of a release, from the server that the agent belongs to. Throws an Error whose message contains the
 * reason: no answer, another file than the release's, or the signal.
 */
export async function fetchBundle(origin: string, release: AgentRelease, signal: AbortSignal): Promise<Uint8Array> {
  const url = `${origin}/agent/farwatch-agent.mjs`;
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const bytes = await readAtMost(response, MOST_BYTES);
  if (sha256Of(bytes) !== release.sha256) throw new Error(`${url} is another file (its SHA-256 differs)`);
  return bytes;
}

/** Puts a bundle into the folder of programs, safe from a power cut, and removes all that `kept` does not name. */
export async function storeBundle(
  folder: string,
  program: Program,
  bytes: Uint8Array,
  kept: readonly Program[],
): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await tidy(folder, kept);
  const path = programFile(folder, program);
  try {
    await writeDurably(path, bytes);
  } catch (error) {
    await removeFile(`${path}.tmp`);
    throw error;
  }
}

/** Removes all programs but these, and what a power cut left half-written. */
export async function tidy(folder: string, kept: readonly Program[]): Promise<void> {
  const names = new Set(['program.json', ...kept.map((program) => basename(programFile(folder, program)))]);
  for (const name of await readdir(folder)) if (!names.has(name)) await removeFile(join(folder, name));
}

/** Whether a program lies in the folder as it was fetched. */
export async function isIntact(folder: string, program: Program): Promise<boolean> {
  const bytes = await readFile(programFile(folder, program)).catch(() => null); // gone, or unreadable
  return bytes !== null && sha256Of(bytes) === program.sha256;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readAtMost(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) throw new Error(`${response.url} is too long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
