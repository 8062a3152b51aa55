import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkInInputSchema } from '@farwatch/core/contracts/calls/check-in';
import { NEWEST_AGENT } from '@farwatch/core/values/release';
import { expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { readPrograms } from '../program/program-state.ts';
import { startChild } from '../program/testing/child.ts';
import { releaseOf } from '../program/testing/origin.ts';
import { agentFolder } from '../state/folder.ts';
import { newFolder } from '../testing/folders.ts';
import { writeRegistered } from '../testing/registered.ts';

const AGENT = fileURLToPath(new URL('../..', import.meta.url));

/** The agent's own bundle, as another version of it. */
async function bundleOf(version: string): Promise<string> {
  const file = join(await newFolder(), 'agent.mjs');
  await promisify(execFile)(process.execPath, [join(AGENT, 'build.ts'), file]);
  const own = `version:"${NEWEST_AGENT.version}"`;
  return (await readFile(file, 'utf8')).replaceAll(own, `version:"${version}"`);
}

/**
 * Signs agents in, takes their reports and names that release; it assigns nothing. `reporters`: versions that reported.
 */
async function startServer(bundle: string, version: string) {
  const newest = releaseOf(version, bundle);
  const reporters: string[] = [];
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const nowSec = Math.floor(Date.now() / 1000);
  const idToken = `${part({ alg: 'none' })}.${part({ sub: 'u', iat: nowSec, exp: nowSec + 3600 })}.x`;
  const answers: Record<string, (data: unknown) => object> = {
    agentToken: () => ({ result: { token: 'token', serverAt: Date.now() } }),
    'accounts:signInWithCustomToken': () => ({ idToken, refreshToken: 'r', expiresIn: '3600' }),
    'accounts:lookup': () => ({ users: [{ localId: 'u' }] }),
    checkIn: (data) => {
      const { seq, device } = checkInInputSchema.parse(data);
      reporters.push(device.appVersion);
      const named = device.appVersion === version ? {} : { newest };
      return { result: { seq, applied: true, timely: true, serverAt: Date.now(), ...named } };
    },
  };
  const port = await httpServer(async (request, response) => {
    if (request.url === '/agent/farwatch-agent.mjs') return void response.end(bundle);
    const answer = answers[new URL(request.url ?? '/', 'http://localhost').pathname.split('/').at(-1) ?? ''];
    if (!answer) return void request.socket.destroy();
    const { data } = JSON.parse(await text(request)) as { data?: unknown };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(data)));
  });
  return { host: `127.0.0.1:${port}`, reporters };
}

test('an agent that hears of a newer version becomes it: fetches it, ends with 5, and is it from then on', {
  tags: 'minutes',
}, async () => {
  const bundle = await bundleOf('9.0.0');
  const { host, reporters } = await startServer(bundle, '9.0.0');
  const folder = agentFolder(await newFolder());
  await writeRegistered(folder, `http://${host}`, { auth: host, firestore: host, functions: host });
  const start = (...args: string[]) =>
    startChild([join(AGENT, 'src/cli.ts'), ...args], { FARWATCH_SUPERVISED: 'yes', FARWATCH_DIR: folder.path });

  const own = start('run');
  expect(await own.ended).toBe(5);
  expect(own.out()).toMatch(/Version 9\.0\.0 is installed.*\n.*Stopped\. Unsent results are kept\./);

  const next = start('run');
  await expect.poll(next.out).toContain('Version 9.0.0 works. Keeping it.');
  expect(await readPrograms(folder.programs)).toMatchObject({ current: { version: '9.0.0' }, trial: null });
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(reporters[0]).toBe(NEWEST_AGENT.version);
  expect(reporters.at(-1)).toBe('9.0.0');

  const version = start('--version');
  expect([await version.ended, version.out()]).toEqual([0, '9.0.0\n']);
});
