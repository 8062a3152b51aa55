import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegisterAgentInput } from '@farwatch/core/contracts/calls/register-agent';
import { describe, expect, test, vi } from 'vitest';
import { Problem } from '../outcome.ts';
import { httpServer } from '../probe/testing/servers.ts';
import { readAgent } from '../state/agent-file.ts';
import { newFolder } from '../testing/folders.ts';
import { register, registrationTarget } from './register.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

const REGISTERED = { agentId: 'a1', name: 'Taipei 1', location: 'tw', serverAt: 1_800_000_000_000 };
const REFUSED = { error: { status: 'NOT_FOUND', message: 'no', details: { reason: 'code_unknown' } } };

/** A server of Farwatch as an agent that registers sees it: the configuration, and `registerAgent`. */
async function startServer(answer: (call: number) => object | null = () => ({ result: REGISTERED })) {
  const registrations: RegisterAgentInput[] = [];
  const port = await httpServer(async (request, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/agent/config.json') {
      const host = `localhost:${port}`;
      const emulators = { auth: host, firestore: host, functions: host };
      const project = { projectId: 'demo-farwatch', apiKey: 'k', authDomain: 'd', appId: 'a', region: 'asia-east1' };
      return json(200, { ...project, emulators });
    }
    if (request.url !== '/demo-farwatch/asia-east1/registerAgent') return json(404, {});
    let body = '';
    for await (const chunk of request) body += chunk;
    registrations.push((JSON.parse(body) as { data: RegisterAgentInput }).data);
    const answered = answer(registrations.length);
    if (!answered) return request.socket.destroy();
    json('error' in answered ? 404 : 200, answered);
  });
  return { registrations, link: `http://127.0.0.1:${port}/agent/register?code=a1-secret&name=Taipei+1&country=tw` };
}

describe('register', () => {
  test('keeps key and agent in a private folder', async () => {
    const { registrations, link } = await startServer();
    const dir = join(await newFolder(), 'agent');
    await register(link, { dir });
    expect(registrations).toMatchObject([{ code: 'a1-secret', device: { osName: expect.any(String) } }]);
    expect(await readAgent(join(dir, 'agent.json'))).toMatchObject({ agentId: 'a1', name: 'Taipei 1', location: 'tw' });
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir, 'key.pem'))).mode & 0o777).toBe(0o600);
    const kept = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
    expect(kept.join()).not.toContain('secret');
  });

  test('registers with the same key again if the answer was lost', async () => {
    const { registrations, link } = await startServer((call) => (call === 1 ? null : { result: REGISTERED }));
    const dir = await newFolder();
    await expect(register(link, { dir })).rejects.toMatchObject({
      message: expect.stringContaining('Run the same command again within ten minutes.'),
      exitCode: 4,
    });
    expect(await readAgent(join(dir, 'agent.json'))).toBeNull();
    await register(link, { dir });
    expect(registrations[1]?.publicKey).toBe(registrations[0]?.publicKey);
    expect(await readAgent(join(dir, 'agent.json'))).not.toBeNull();
  });

  test('reports why a code is refused', async () => {
    const { link } = await startServer(() => REFUSED);
    await expect(register(link, { dir: await newFolder() })).rejects.toThrow('This registration code is unknown.');
  });

  test('does not replace an agent without --force, and then keeps its files', async () => {
    const { registrations, link } = await startServer();
    const dir = await newFolder();
    await register(link, { dir });
    await expect(register(link, { dir })).rejects.toThrow('already contains the agent “Taipei 1”');
    expect(registrations).toHaveLength(1);
    await register(link, { dir, force: true });
    expect(registrations[1]?.publicKey).not.toBe(registrations[0]?.publicKey);
    const [previous = ''] = await readdir(join(dir, 'previous'));
    expect((await readdir(join(dir, 'previous', previous))).sort()).toEqual(['agent.json', 'key.pem']);
  });

  test('needs a Farwatch server', async () => {
    const port = await httpServer((_request, response) => response.end('<h1>Something else</h1>'));
    const link = `http://127.0.0.1:${port}/agent/register?code=x`;
    await expect(register(link, { dir: await newFolder() })).rejects.toThrow('is not a Farwatch server.');
    await expect(register('http://127.0.0.1:1/?code=x', { dir: await newFolder() })).rejects.toThrow(
      'does not answer.',
    );
  });
});

const LINK = 'https://farwatch.test/agent/register?code=abc-123&name=Taipei+1&country=tw';

test.each([
  [LINK, undefined, { origin: 'https://farwatch.test', code: 'abc-123' }],
  [LINK, 'http://localhost:5000', { origin: 'http://localhost:5000', code: 'abc-123' }],
  ['http://localhost:5000/agent/register?code=x', undefined, { origin: 'http://localhost:5000', code: 'x' }],
  ['abc-123', 'https://farwatch.test/some/path', { origin: 'https://farwatch.test', code: 'abc-123' }],
  [' abc-123 ', 'farwatch.test', { origin: 'https://farwatch.test', code: 'abc-123' }],
])('%s at %s', (linkOrCode, server, expected) => {
  expect(registrationTarget(linkOrCode, server)).toEqual(expected);
});

test.each([
  ['abc-123', undefined],
  ['abc-123', 'http://'],
  ['https://farwatch.test/agent/register', undefined],
  ['https://farwatch.test/agent/register?code=', undefined],
  ['https://', undefined],
])('%s at %s is a problem', (linkOrCode, server) => {
  expect(() => registrationTarget(linkOrCode, server)).toThrow(Problem);
});
