import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { canPing } from '../network/ping.ts';
import { AGENT_TYPES } from './testing/check-at.ts';

const PROGRAM = new URL('./testing/local-failures.ts', import.meta.url).pathname;
const NO_NETWORK = ['unshare', '--map-root-user', '--net'];

type Failures = Record<string, Record<string, string | null>>;

/** The local failure of a check of each type, by host, of a program that runs under this command. */
async function failuresUnder([program = '', ...args]: readonly string[], without = ''): Promise<Failures> {
  const { stdout } = await promisify(execFile)(program, [...args, process.execPath, PROGRAM, without]);
  return JSON.parse(stdout);
}

const ofEveryType = (expected: object) => Object.fromEntries(AGENT_TYPES.map((type) => [type, expected]));

function canUnshare(): boolean {
  try {
    execFileSync('unshare', [...NO_NETWORK.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(process.platform !== 'linux')(
  'without file descriptors no failure of any type is the target’s',
  async () => {
    const failures = await failuresUnder(['prlimit', '--nofile=60'], 'exhausted');
    const descriptors = 'descriptors';
    expect(failures).toEqual(
      ofEveryType({
        '127.0.0.1': descriptors,
        '203.0.113.7': descriptors,
        '[2001:db8::7]': descriptors,
        'host.farwatch.test': descriptors,
      }),
    );
  },
);

test.skipIf(!canUnshare() || !(await canPing()))(
  'without a network no failure of any type is the target’s',
  async () => {
    const failures = await failuresUnder(NO_NETWORK);
    const noNetwork = 'no-network';
    expect(failures).toEqual(
      ofEveryType({
        '127.0.0.1': noNetwork,
        '203.0.113.7': noNetwork,
        '[2001:db8::7]': noNetwork,
        'host.farwatch.test': 'resolver',
      }),
    );
  },
);
