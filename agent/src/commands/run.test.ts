import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Assignment } from '@farwatch/core/documents/assignment';
import { toAssignedUrl } from '@farwatch/core/values/assigned-url';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { afterEach, describe, expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { writeAgent } from '../state/agent-file.ts';
import { AssignmentsFile } from '../state/assignments-file.ts';
import { agentFolder } from '../state/folder.ts';
import { loadOrMakeKey } from '../state/keys.ts';
import { newFolder } from '../testing/folders.ts';
import { assignmentOf } from '../watch/testing/assignment.ts';
import { startSite } from '../watch/testing/start-watcher.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null && child.signalCode === null) await end(child);
});

function end(child: ChildProcess): Promise<number | null> {
  child.kill('SIGKILL');
  return new Promise((resolve) => child.once('exit', resolve));
}

/**
 * A registered agent's folder, with these URLs stored as assigned. `refusal`: how the server refuses it; null while it
 * is away.
 */
async function startServerAndFolder(urls: Record<string, string>, check: HttpCheck | null = null) {
  const server: { refusal: string | null; hangs: boolean; calls: number } = { refusal: null, hangs: false, calls: 0 };
  const port = await httpServer((request, response) => {
    server.calls += 1;
    if (server.hangs) return;
    if (server.refusal === null) return void request.socket.destroy();
    const error = { status: 'PERMISSION_DENIED', message: 'no', details: { reason: server.refusal } };
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  const [folder, host] = [agentFolder(await newFolder()), `127.0.0.1:${port}`];
  await loadOrMakeKey(folder.key);
  await writeAgent(folder.agent, {
    agentId: 'a1',
    name: 'Taipei 1',
    location: 'tw',
    origin: `http://${host}`,
    config: {
      projectId: 'demo-farwatch',
      apiKey: 'k',
      authDomain: 'd',
      appId: 'a',
      region: 'asia-east1',
      emulators: { auth: host, firestore: host, functions: host },
    },
    registeredAt: new Date().toISOString(),
  });
  const file = new AssignmentsFile(folder.assignments, 'a1', () => undefined);
  file.keep([withCheck(assignmentOf(urls), check)]);
  await file.close();
  return { server, folder };
}

/** The assignment with the same check of each endpoint. */
function withCheck(assigned: Assignment, check: HttpCheck | null): Assignment {
  const endpoints = Object.entries(assigned.endpoints).map(([id, endpoint]) => {
    return [id, { ...endpoint, url: toAssignedUrl(endpoint.url, check), check }];
  });
  return { ...assigned, endpoints: Object.fromEntries(endpoints) };
}

/** The paths of all files in a folder, at any depth. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function startAgent(dir: string, more: string[] = []) {
  const child = spawn(process.execPath, [CLI, 'run', '--dir', dir, '--allow-private', ...more]);
  children.push(child);
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (out += text));
  return { child, out: () => out, exit: new Promise((resolve) => child.once('exit', resolve)) };
}

async function spooledBytes(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('an agent that starts while the server is away', () => {
  test('checks what was assigned before, at once and after each start, and keeps the results', async () => {
    const site = await startSite();
    const { server, folder } = await startServerAndFolder({ e1: site.url('/1'), e2: site.url('/2') });
    const first = startAgent(folder.path);
    await expect.poll(() => spooledBytes(folder.spool)).toBeGreaterThan(0);
    await expect.poll(() => site.visitsOf('/2').length).toBe(1);
    expect(first.out()).toContain('Checking 2 endpoints for 1 owner.');
    await expect.poll(() => server.calls).toBeGreaterThan(1);
    const before = await spooledBytes(folder.spool);
    await end(first.child);
    startAgent(folder.path);
    await expect.poll(() => site.visitsOf('/1').length).toBe(2);
    await expect.poll(() => spooledBytes(folder.spool)).toBeGreaterThan(before);
  });

  test('keeps its files to its user, and shows no secret of a check', async () => {
    const secret = 'a-very-secret-token';
    const check: HttpCheck = { headers: [{ name: 'x-key', value: secret, secret: true }] };
    const site = await startSite();
    const { server, folder } = await startServerAndFolder({ e1: site.url('/1') }, check);
    await chmod(folder.path, 0o755);
    const agent = startAgent(folder.path, ['--verbose']);
    // It has checked the endpoint, or logged why not, and tried to report that.
    await expect.poll(agent.out).toContain(site.url('/1'));
    await expect.poll(() => server.calls).toBeGreaterThan(1);
    agent.child.kill('SIGTERM');
    await agent.exit;
    const [status, doctor] = await Promise.all(
      ['status', 'doctor'].map(async (command) => {
        const child = spawn(process.execPath, [CLI, command, '--dir', folder.path]);
        children.push(child);
        return text(child.stdout);
      }),
    );
    expect(`${agent.out()}${status}${doctor}`).not.toContain(secret);
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
    for (const path of await filesIn(folder.path)) {
      expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0]);
      const hasSecret = (await readFile(path, 'utf8')).includes(secret);
      expect([path, hasSecret]).toEqual([path, path === folder.assignments]);
    }
  });

  test('forgets what was assigned once it hears that it was deleted', async () => {
    const site = await startSite();
    const { server, folder } = await startServerAndFolder({ e1: site.url('/1') });
    const agent = startAgent(folder.path);
    await expect.poll(() => site.visitsOf('/1').length).toBe(1);
    server.refusal = 'deleted';
    expect(await agent.exit).toBe(2);
    expect(agent.out()).toContain('This agent was deleted.');
    expect(await readdir(folder.path)).not.toContain('assignments.json');
  });
});

describe('an agent stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s ends within ten seconds, also while the server hangs',
    async (signal) => {
      const site = await startSite();
      const { server, folder } = await startServerAndFolder({ e1: site.url('/1') });
      server.hangs = true;
      const agent = startAgent(folder.path);
      await expect.poll(() => spooledBytes(folder.spool)).toBeGreaterThan(0);
      const startedMs = performance.now();
      agent.child.kill(signal);
      expect(await agent.exit).toBe(0);
      expect(performance.now() - startedMs).toBeLessThan(10_000);
      expect(agent.out()).toContain('Stopped. Unsent results are kept.');
    },
  );

  test('twice ends at once, whatever hangs, and the next run takes over', { tags: 'minutes' }, async () => {
    const visits: string[] = [];
    const port = await httpServer((request) => void visits.push(request.url ?? ''));
    const { folder } = await startServerAndFolder({ e1: `http://127.0.0.1:${port}/hangs` });
    const agent = startAgent(folder.path);
    await expect.poll(() => visits.length).toBe(1);
    agent.child.kill('SIGTERM');
    await expect.poll(agent.out).toContain('Stopping');
    agent.child.kill('SIGINT');
    expect(await agent.exit).toBe(130);
    expect(agent.out()).not.toContain('Stopped.');
    const next = startAgent(folder.path);
    await expect.poll(next.out).toContain('is starting.');
  });
});

test.each(['0', 'many'])('a rate of %s for each host is refused', async (perHost) => {
  const { folder } = await startServerAndFolder({});
  const agent = startAgent(folder.path, [`--per-host=${perHost}`]);
  expect(await agent.exit).toBe(1);
  expect(agent.out()).toMatch(/^--per-host must be a number of checks a second up to 10000, not .*\.\n$/);
});
