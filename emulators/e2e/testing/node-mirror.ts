import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Serves the Node that runs this as nodejs.org serves its newest, with its checksum. */
export async function startNodeMirror(): Promise<{ url: string; stop(): void }> {
  const name = `node-${process.version}-linux-${process.arch}`;
  const folder = await mkdtemp(join(tmpdir(), 'farwatch-mirror-'));
  await mkdir(join(folder, name, 'bin'), { recursive: true });
  await copyFile(process.execPath, join(folder, name, 'bin/node'));
  const run = promisify(execFile);
  await run('tar', ['-cf', `${name}.tar`, name], { cwd: folder });
  await run('gzip', ['-1', `${name}.tar`], { cwd: folder });
  const archive = await readFile(join(folder, `${name}.tar.gz`));
  await rm(folder, { recursive: true });
  const sums = `${createHash('sha256').update(archive).digest('hex')}  ${name}.tar.gz\n`;
  const files: Record<string, Buffer | string> = {
    '/latest-v24.x/SHASUMS256.txt': sums,
    [`/latest-v24.x/${name}.tar.gz`]: archive,
  };
  const server = createServer(({ url = '' }, response) => {
    const file = files[url];
    if (file === undefined) response.writeHead(404).end();
    else response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
