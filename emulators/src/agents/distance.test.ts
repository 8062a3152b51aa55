import { execFile } from 'node:child_process';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalServer, listenLocally } from '../platform/local-server.ts';
import { startTargets } from '../targets.ts';

const run = promisify(execFile);
const FAR_MS = 300;
let near: LocalServer;
let far: LocalServer;

beforeAll(async () => {
  [near, far] = await Promise.all([startTargets(0), startTargets(0)]);
});
afterAll(() => Promise.all([near.close(), far.close()]));

/** Prints how long it takes to connect to both servers, ms, and the far one's status. */
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

it('delays only connections to the demo targets, and they work', async () => {
  const args = ['--import', join(import.meta.dirname, 'distance.ts'), '-e', PROGRAM(near.port, far.port)];
  const env = { ...process.env, FARWATCH_DISTANCE: `${far.port}:${FAR_MS}` };
  const { stdout } = await run(process.execPath, args, { env });
  const took: { near: number; far: number; status: number } = JSON.parse(stdout);
  expect(took.status).toBe(200);
  expect(took.far).toBeGreaterThanOrEqual(FAR_MS - 5);
  expect(took.far - took.near).toBeGreaterThan(FAR_MS / 2);
});

// Other systems give a machine one address only.
it.runIf(platform() === 'linux')('connects from the given local address', async () => {
  const seen: (string | undefined)[] = [];
  const site = await listenLocally((request, response) => {
    seen.push(request.socket.remoteAddress);
    response.end();
  }, 0);
  const program = `fetch('http://127.0.0.1:${site.port}/').then((answer) => answer.text());`;
  const args = ['--import', join(import.meta.dirname, 'distance.ts'), '-e', program];
  for (const distance of [`${site.port}:0`, `${site.port}:0:127.0.0.2`]) {
    await run(process.execPath, args, { env: { ...process.env, FARWATCH_DISTANCE: distance } });
  }
  await site.close();
  expect(seen).toEqual(['127.0.0.1', '127.0.0.2']);
});
