import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const AGENT = join(import.meta.dirname, '../../agent');

/** The installer's script: its parts, ordered by name. */
export async function readInstaller(): Promise<string> {
  const folder = join(AGENT, 'src/install/parts');
  const parts = (await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(parts)).join('\n');
}

/** The installer with the bundle's version and SHA-256. Throws unless it has one placeholder for each. */
export function installerFor(script: string, version: string, bundle: Uint8Array): string {
  const sha256 = createHash('sha256').update(bundle).digest('hex');
  return Object.entries({ '@VERSION@': version, '@SHA256@': sha256 }).reduce((text, [placeholder, value]) => {
    if (text.split(placeholder).length !== 2) throw new Error(`The installer does not have ${placeholder} once.`);
    return text.replace(placeholder, value);
  }, script);
}

/** Adds the agent's bundle and its installer to the site, where `curl` fetches them. */
export function agentFilesPlugin(): Plugin {
  return {
    name: 'farwatch-agent-files',
    apply: 'build',
    async generateBundle() {
      const [bundle, script, manifest] = await Promise.all([
        buildAgent(),
        readInstaller(),
        readFile(join(AGENT, 'package.json'), 'utf8'),
      ]);
      const { version } = JSON.parse(manifest) as { version: string };
      this.emitFile({ type: 'asset', fileName: 'agent/farwatch-agent.mjs', source: bundle });
      const source = installerFor(script, version, bundle);
      this.emitFile({ type: 'asset', fileName: 'agent/install.sh', source });
    },
  };
}

async function buildAgent(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'farwatch-bundle-'));
  try {
    const outfile = join(folder, 'farwatch-agent.mjs');
    await promisify(execFile)(process.execPath, [join(AGENT, 'build.ts'), outfile]);
    return await readFile(outfile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
