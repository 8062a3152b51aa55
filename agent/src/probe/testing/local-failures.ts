import { openSync, writeSync } from 'node:fs';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { AGENT_TYPES, CHECK_AT, type Checked } from './check-at.ts';

/**
 * A program that makes a check of each type, of addresses and of a name, and prints the local failure of each as JSON.
 * `exhausted`: it takes all file descriptors that it may have first.
 */
const HOSTS = ['127.0.0.1', '203.0.113.7', '[2001:db8::7]', 'host.farwatch.test'];
const [without] = process.argv.slice(2);
const run = createRunCheck(anyNetwork());
const { signal } = new AbortController();
if (without === 'exhausted') takeAll();
const rows = AGENT_TYPES.map(async (type) => {
  const failures = HOSTS.map(async (host) => [host, await failureOf(CHECK_AT[type](host))] as const);
  return [type, Object.fromEntries(await Promise.all(failures))] as const;
});
writeSync(1, JSON.stringify(Object.fromEntries(await Promise.all(rows))));
process.exit();

/** A busy machine may make the program late, which is a local failure too. */
async function failureOf(checked: Checked): Promise<LocalFailure | null> {
  for (let tries = 1; ; tries += 1) {
    const { localFailure } = await run(checked, signal);
    if (localFailure !== 'frozen' || tries === 20) return localFailure;
  }
}

function takeAll(): void {
  try {
    for (;;) openSync(process.execPath, 'r');
  } catch {
    return; // there are no more
  }
}
