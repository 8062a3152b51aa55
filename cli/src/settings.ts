import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { API_KEY_PATTERN, API_KEY_SCOPES } from '@farwatch/core/values/api-key';
import { z } from 'zod';
import { Problem } from './problem.ts';

const storedSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  key: z.string(),
  /** What a key that login got is called and may do; missing for one that was pasted. */
  name: z.string().optional(),
  scope: z.enum(API_KEY_SCOPES).optional(),
});
/** What `login` stores. */
export type Stored = z.infer<typeof storedSchema>;

/** An installation, and the API key with which to call it; null for calls that need none. */
export type Server = { url: string; key: string | null };

/** Where a key was found. */
export type KeySource = 'the key file' | 'FARWATCH_API_KEY' | 'login';

export type Settings = Server & { key: string; source: KeySource };

type Given = { url?: string | undefined; 'key-file'?: string | undefined };

/**
 * Finds the installation and the key: options come first, then the environment, then what `login` has stored. Throws
 * Problem if one is missing or no key.
 */
export async function findSettings(given: Given, env: NodeJS.ProcessEnv): Promise<Settings> {
  const stored = await readStored(env);
  const url = given.url ?? env.FARWATCH_URL ?? stored?.url;
  const [key, source] = await findKey(given, env, stored);
  if (url === undefined) throw new Problem('Which Farwatch? Log in with: farwatch login https://farwatch.example.com');
  if (key === undefined) throw new Problem(`Not logged in. Log in with: farwatch login ${url}`);
  return { url: originOf(url), key: checkedKey(key), source };
}

type Found = [key: string | undefined, source: KeySource];

async function findKey(given: Given, env: NodeJS.ProcessEnv, stored: Stored | null): Promise<Found> {
  const path = given['key-file'];
  if (path) return [await readKeyFile(path), 'the key file'];
  const { FARWATCH_API_KEY } = env;
  return FARWATCH_API_KEY === undefined ? [stored?.key, 'login'] : [FARWATCH_API_KEY, 'FARWATCH_API_KEY'];
}

/** The origin of an address. Throws Problem if it is none. */
export function originOf(url: string): string {
  try {
    return new URL(/^https?:\/\//.test(url) ? url : `https://${url}`).origin;
  } catch {
    throw new Problem(`${url} is no address. Use one such as https://farwatch.example.com`);
  }
}

/** The key without whitespace around it. Throws Problem for another text, without repeating it. */
export function checkedKey(text: string): string {
  const key = text.trim();
  if (API_KEY_PATTERN.test(key)) return key;
  throw new Problem('This is no API key: a key has 40 characters and begins with fwk_. Copy it again.');
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new Problem(`The key file ${path} cannot be read.`);
  }
}

/** The file that `login` writes, in the place that the system has for settings. */
export function settingsFile(env: NodeJS.ProcessEnv): string {
  const folder = env.XDG_CONFIG_HOME ?? (process.platform === 'win32' ? env.APPDATA : undefined);
  return join(folder ?? join(env.HOME ?? homedir(), '.config'), 'farwatch', 'settings.json');
}

/** What `login` has stored; null before it has. Throws Problem for a file that cannot be read. */
export async function readStored(env: NodeJS.ProcessEnv): Promise<Stored | null> {
  const path = settingsFile(env);
  try {
    return storedSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Problem(`${path} cannot be read. Log in again, or delete it.`);
  }
}

/** Stores what `login` was given, readable only by its owner. A crash leaves the previous file. */
export async function storeSettings(settings: Stored, env: NodeJS.ProcessEnv): Promise<string> {
  const path = settingsFile(env);
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const written = `${path}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
  await chmod(written, 0o600);
  await rename(written, path);
  return path;
}

/** Forgets what `login` has stored. */
export async function forgetSettings(env: NodeJS.ProcessEnv): Promise<void> {
  await rm(settingsFile(env), { force: true });
}
