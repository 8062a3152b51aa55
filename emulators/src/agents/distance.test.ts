import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocalServer } from '../platform/local-server.ts';
import { startTargets } from '../targets.ts';

const run = promisify(execFile);
const FAR_MS = 300;
let near: LocalServer;
let far: LocalServer;

beforeAll(async () => {
  [near, far] = await Promise.all([startTargets(0), startTargets(0)]);
});
afterAll(() => Promise.all([near.close(), far.close()]));

/** Prints how long connecting takes, ms: first to the near server, then to the far one; and what the far one says. */
const PROGRAM = (nearPort: number, farPort: number) => `
  const { connect } = require('node:net');
  const timed = (port) => new Promise((resolve) => {
    const start = performance.now();
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(performance.now() - start, socket.destroy()));
  });
  (async () => {
    const near = await timed(${nearPort});
    const far = await timed(${farPort});
    const { status } = await fetch('http://127.0.0.1:${farPort}/ok');
    console.log(JSON.stringify({ near, far, status }));
  })();
`;

it('lets only connections to the demo targets take their time, and they work', async () => {
  const args = ['--import', join(import.meta.dirname, 'distance.ts'), '-e', PROGRAM(near.port, far.port)];
  const env = { ...process.env, FARWATCH_DISTANCE: `${far.port}:${FAR_MS}` };
  const { stdout } = await run(process.execPath, args, { env });
  const took: { near: number; far: number; status: number } = JSON.parse(stdout);
  expect(took.status).toBe(200);
  expect(took.far).toBeGreaterThanOrEqual(FAR_MS - 5);
  expect(took.far - took.near).toBeGreaterThan(FAR_MS / 2);
});
