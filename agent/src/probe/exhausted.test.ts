import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startDnsServer } from '../resolve/testing/dns-server.ts';
import { httpServer } from './testing/servers.ts';

const PROGRAM = new URL('./testing/exhausted.ts', import.meta.url).pathname;

test.skipIf(process.platform !== 'linux')(
  'without any file descriptor left no failure is the target’s, by whatever way its name is resolved',
  async () => {
    const port = await httpServer((_request, response) => response.end('well'));
    const { server } = await startDnsServer(() => ({ addresses: ['127.0.0.1'] }));
    const args = ['--nofile=60', process.execPath, PROGRAM, String(port), server];
    const { stdout } = await promisify(execFile)('prlimit', args);
    expect(JSON.parse(stdout)).toEqual({
      byServer: expect.stringMatching(/^(resolver|descriptors)$/),
      bySystem: 'descriptors',
      literal: 'descriptors',
      bothFamilies: 'descriptors',
    });
  },
);
