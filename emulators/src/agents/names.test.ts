import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTargets } from '../targets.ts';

/** Prints the address of a demo target's name, and whether there are servers for other names. */
const PROGRAM = `
  const { Resolver } = require('node:dns/promises');
  const resolver = new Resolver();
  resolver.resolve4('shop.demo.farwatch.test').then((addresses) => {
    console.log(JSON.stringify([addresses, resolver.getServers().length > 0]));
  });
`;

it('resolves the names of the demo targets at their DNS server', async () => {
  const targets = await startTargets(0);
  try {
    const args = ['--import', join(import.meta.dirname, 'names.ts'), '-e', PROGRAM];
    const env = { ...process.env, FARWATCH_NAMES: `127.0.0.1:${targets.port}` };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(JSON.parse(stdout)).toEqual([['127.0.0.1'], true]);
  } finally {
    await targets.close();
  }
});
