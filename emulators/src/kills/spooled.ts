import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A check by what makes it one: the same twice is one check that came twice. */
export function checkKey(ownerId: string, endpoint: string, atMs: number): string {
  return `${ownerId}/${endpoint}@${atMs}`;
}

/** Every check that lies whole in a spool's folder, sent or not. */
export async function spooledChecks(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^checks-\d+-\w+\.log$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return texts.flatMap((text) => text.split('\n').slice(0, -1).map(keyOf));
}

function keyOf(line: string): string {
  const json = line.slice(0, line.lastIndexOf(']') + 1);
  const [ownerId, , endpoint, atMs] = JSON.parse(json) as [string, number, string, number];
  return checkKey(ownerId, endpoint, atMs);
}
