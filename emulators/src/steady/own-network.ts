import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const INSIDE = '--in-own-network';
/** Public addresses that lead to this machine. */
const ADDRESSES = '45.0.0.0/8';

/**
 * Runs this program again in its own network namespace, where 45.0.0.0/8 is this machine and the DNS server is
 * 127.0.0.1, and ends with its exit code. Inside it only sets up the network. Linux only; needs root or user
 * namespaces.
 */
export async function enterOwnNetwork(): Promise<void> {
  if (process.argv.includes(INSIDE)) return prepare();
  const own = ['--map-root-user', '--net', '--mount', '--kill-child'];
  const args = [...own, process.execPath, ...process.argv.slice(1), INSIDE];
  const child = spawn('unshare', args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  process.exit(
    await new Promise<number>((resolve, reject) => {
      child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
    }),
  );
}

function prepare(): void {
  execFileSync('ip', ['link', 'set', 'lo', 'up']);
  execFileSync('ip', ['route', 'add', 'local', ADDRESSES, 'dev', 'lo']);
  const folder = mkdtempSync(join(tmpdir(), 'farwatch-network-'));
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, 'nameserver 127.0.0.1\n');
  execFileSync('mount', ['--bind', file, '/etc/resolv.conf']);
  process.once('exit', () => rmSync(folder, { recursive: true }));
}
