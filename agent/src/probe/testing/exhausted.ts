import { openSync, writeSync } from 'node:fs';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createResolver, type ResolverOptions } from '../../resolve/resolver.ts';
import { createRunCheck } from '../check.ts';

/**
 * A program that takes all file descriptors it may have, then checks as the agent does and prints the local failures.
 */
const [port = '', dnsServer = ''] = process.argv.slice(2);
const probeBy = (options: ResolverOptions) => (url: string) =>
  createRunCheck(anyNetwork({ resolve: createResolver(options) }))({ url, check: null }, signal);
const checks = {
  byServer: () => probeBy({ servers: [dnsServer] })(`http://a.farwatch.test:${port}/`),
  bySystem: () => probeBy({ resolvConf: '/missing', found: () => [] })(`http://a.farwatch.test:${port}/`),
  literal: () => probeBy({})(`http://127.0.0.1:${port}/`),
  bothFamilies: () => probeBy({})(`http://localhost:${port}/`),
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
