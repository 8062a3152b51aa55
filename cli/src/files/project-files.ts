import { createHmac } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { managedCalls } from '@farwatch/core/contracts/api/managed';
import type { FilePlan } from '@farwatch/core/files/changes';
import { type Account, planFile } from '@farwatch/core/files/plan-file';
import { type Desired, readFiles } from '@farwatch/core/files/read-files';
import { withoutValues } from '@farwatch/core/files/variables';
import type { Client } from '../client.ts';
import type { Context } from '../command.ts';
import { Problem } from '../problem.ts';

const DEFAULT_FILES = ['farwatch.yaml', 'farwatch.yml'];

/** Reads the files, or those of folders; by default `farwatch.yaml`. Throws Problem with every error and its place. */
export async function readProject({ env }: Pick<Context, 'env'>, paths: readonly string[]): Promise<Desired> {
  const found = await Promise.all((paths.length > 0 ? paths : [await defaultFile()]).map(filesAt));
  const texts = found.flat().map(async (name) => ({ name, text: await textOf(name) }));
  const read = readFiles(await Promise.all(texts), env);
  if ('desired' in read) return read.desired;
  const lines = read.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
  throw new Problem(lines.join('\n'));
}

async function defaultFile(): Promise<string> {
  for (const name of DEFAULT_FILES) if (await isThere(name)) return name;
  throw new Problem(
    'There is no farwatch.yaml here. To start with what the account has: farwatch export > farwatch.yaml',
  );
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new Problem(`There is no ${path}.`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /\.ya?ml$/.test(name)).sort();
  if (names.length === 0) throw new Problem(`There is no .yaml file in ${path}.`);
  return names.map((name) => join(path, name));
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new Problem(`${path} cannot be read.`);
  });
}

/** Reads what files describe of the account. Throws Problem. */
export async function readAccount(api: Client): Promise<{ account: Account; fingerprint: (secret: string) => string }> {
  let page = await api.call(managedCalls.monitors, {});
  const { fingerprintKey } = page;
  const monitors = [...page.monitors];
  while (page.next !== null) {
    page = await api.call(managedCalls.monitors, { query: { cursor: page.next } });
    monitors.push(...page.monitors);
  }
  const fingerprint = (secret: string) => createHmac('sha256', fingerprintKey).update(secret).digest('base64url');
  const others = await api.call(managedCalls.others, {});
  return { account: { monitors, ...others }, fingerprint };
}

/** Compares the files with the account. Throws Problem for what the files cannot have. */
export async function planProject(api: Client, desired: Desired, isPruning: boolean): Promise<FilePlan> {
  const { account, fingerprint } = await readAccount(api);
  const plan = planFile(desired, account, { fingerprint, isPruning });
  if (plan.problems.length > 0)
    throw new Problem(plan.problems.map((each) => withoutValues(each, desired.values)).join('\n'));
  return plan;
}
