import { openSync, writeSync } from 'node:fs';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createResolver, type ResolverOptions } from '../../resolve/resolver.ts';
import { createRunCheck } from '../check.ts';

/**
 * A program that takes all file descriptors it may have, then checks as the agent does and prints the local failures.
 */
const [port = '', dnsServer = ''] = process.argv.slice(2);
const probeBy = (options: ResolverOptions) => createRunCheck(anyNetwork({ resolve: createResolver(options) }));
const checks = {
  byServer: () => probeBy({ servers: [dnsServer] })(`http://a.farwatch.test:${port}/`, signal),
  bySystem: () => probeBy({ resolvConf: '/missing', found: () => [] })(`http://a.farwatch.test:${port}/`, signal),
  literal: () => probeBy({})(`http://127.0.0.1:${port}/`, signal),
  bothFamilies: () => probeBy({})(`http://localhost:${port}/`, signal),
};
const { signal } = new AbortController();
takeAll();
const failures = Object.entries(checks).map(async ([name, check]) => [name, (await check()).localFailure] as const);
writeSync(1, JSON.stringify(Object.fromEntries(await Promise.all(failures))));
process.exit();

function takeAll(): void {
  try {
    for (;;) openSync(process.execPath, 'r');
  } catch {
    return; // there are no more
  }
}
