import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { cleanEnv } from '../../src/platform/clean-env.ts';
import { type LocalServer, listenLocally } from '../../src/platform/local-server.ts';
import { cacheDir } from '../../src/platform/paths.ts';
import { startService } from '../../src/platform/service.ts';
import type { ProgramResult } from './device.ts';

/** A minimal, read-only Debian; a machine writes to memory only. */
const ROOT = join(cacheDir, 'clean-root');
const MAKE = `mmdebstrap --variant=minbase --include=curl,systemd,passwd bookworm ${ROOT}`;

/** Boots systemd in its own namespaces; the network is shared, without name servers. */
const BOOT = `
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$2"
mkdir "$2/up" "$2/work" "$2/root"
mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/up,workdir=$2/work" "$2/root"
cd "$2/root"
echo '127.0.0.1 localhost' >etc/hosts
: >etc/resolv.conf
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
exec chroot . /usr/bin/env -i container=farwatch PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --unit=multi-user.target
`;

/** A newly installed Debian machine with systemd. */
export type CleanMachine = {
  /** Runs a command as root in a shell. */
  run(command: string): Promise<ProgramResult>;
  stop(): Promise<void>;
};

/** Explains what is missing to start a clean machine, and what to do; null if nothing is. */
export function missingRequirement(): string | null {
  if (process.getuid?.() !== 0) return 'a clean machine needs root';
  return existsSync(join(ROOT, 'usr/bin/curl')) ? null : `a clean machine needs a root: ${MAKE}`;
}

/** Starts a machine; all its commands run with `env`. */
export async function startCleanMachine(env: Record<string, string>): Promise<CleanMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'farwatch-machine-'));
  const [boot, overlay] = [join(folder, 'boot.sh'), join(folder, 'overlay')];
  await writeFile(boot, BOOT);
  await mkdir(overlay);
  const args = ['--mount', '--pid', '--fork', '--kill-child', '--uts', '--ipc', '--cgroup', 'sh', boot, ROOT, overlay];
  const logFile = join(folder, 'boot.log');
  const service = await startService({
    name: 'a clean machine',
    command: 'unshare',
    args,
    cwd: '/',
    env: cleanEnv(),
    logFile,
  });
  const { text: initPid } = await runCommand('ps', ['-o', 'pid=', '--ppid', String(service.pid)]);
  const variables = Object.entries({ PATH: '/usr/local/bin:/usr/sbin:/usr/bin', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const enterArgs = [
    '-t',
    initPid.trim(),
    '-m',
    '-p',
    '-u',
    '-i',
    'chroot',
    join(overlay, 'root'),
    '/usr/bin/env',
    '-i',
    ...variables,
  ];
  const run = (command: string) => runCommand('nsenter', [...enterArgs, 'sh', '-c', command]);
  await expect.poll(async () => (await run('systemctl is-system-running')).text).toMatch(/^(running|degraded)$/m);
  const stop = async () => {
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { run, stop };
}

function runCommand(command: string, args: string[]): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = execFile(command, args, (_error, out, err) => resolve({ code: child.exitCode, text: out + err }));
  });
}

/** Serves the Node of this process, with its checksum, as nodejs.org serves its newest. */
export async function startNodeMirror(): Promise<LocalServer> {
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
  return listenLocally(({ url = '' }, response) => {
    const file = files[url];
    if (file === undefined) response.writeHead(404).end();
    else response.end(file);
  }, 0);
}
