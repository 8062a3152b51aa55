import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cleanEnv } from '../../src/platform/clean-env.ts';
import { cacheDir } from '../../src/platform/paths.ts';
import { startService } from '../../src/platform/service.ts';
import type { ProgramResult } from './device.ts';

/** A minimal Debian that never changes: what a machine writes goes to memory, and is gone with it. */
const ROOT = join(cacheDir, 'clean-root');
const MAKE = `mmdebstrap --variant=minbase --include=curl,systemd,passwd bookworm ${ROOT}`;

/** Boots systemd over the root, in namespaces of its own but for the network, which has no name servers. */
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

/** A Debian machine that has just been installed and runs systemd. */
export type CleanMachine = {
  /** Runs a command as root in a shell. */
  run(command: string): Promise<ProgramResult>;
  stop(): Promise<void>;
};

/** Why no clean machine can be had here, and what to do; null if one can. */
export function missingRequirement(): string | null {
  if (process.getuid?.() !== 0) return 'a clean machine needs root';
  return existsSync(join(ROOT, 'usr/bin/curl')) ? null : `a clean machine needs a root: ${MAKE}`;
}

/** Starts one; `env` is in all its commands. */
export async function startCleanMachine(env: Record<string, string>): Promise<CleanMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'farwatch-machine-'));
  const [boot, over] = [join(folder, 'boot.sh'), join(folder, 'over')];
  await writeFile(boot, BOOT);
  await mkdir(over);
  const args = ['--mount', '--pid', '--fork', '--kill-child', '--uts', '--ipc', '--cgroup', 'sh', boot, ROOT, over];
  const logFile = join(folder, 'boot.log');
  const service = await startService({
    name: 'a clean machine',
    command: 'unshare',
    args,
    cwd: '/',
    env: cleanEnv(),
    logFile,
  });
  const { text: first } = await said('ps', ['-o', 'pid=', '--ppid', String(service.pid)]);
  const variables = Object.entries({ PATH: '/usr/local/bin:/usr/sbin:/usr/bin', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const inside = [
    '-t',
    first.trim(),
    '-m',
    '-p',
    '-u',
    '-i',
    'chroot',
    join(over, 'root'),
    '/usr/bin/env',
    '-i',
    ...variables,
  ];
  const run = (command: string) => said('nsenter', [...inside, 'sh', '-c', command]);
  await expect.poll(async () => (await run('systemctl is-system-running')).text).toMatch(/^(running|degraded)$/m);
  const stop = async () => {
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { run, stop };
}

function said(command: string, args: string[]): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = execFile(command, args, (_error, out, err) => resolve({ code: child.exitCode, text: out + err }));
  });
}
