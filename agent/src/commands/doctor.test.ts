import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { DoctorFinding } from '../doctor/findings.ts';
import { httpServer } from '../probe/testing/servers.ts';
import { agentFolder } from '../state/folder.ts';
import { newFolder } from '../testing/folders.ts';
import { writeRegistered } from '../testing/registered.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** The findings of `doctor` in a folder where an agent of that server is registered; null: where none is. */
async function diagnose(origin: string | null, reference: string) {
  const folder = agentFolder(await newFolder());
  if (origin !== null) await writeRegistered(folder, origin);
  const args = [CLI, 'doctor', '--dir', folder.path, '--allow-private', '--reference-site', reference, '--json'];
  return new Promise<{ code: number; findings: Record<string, DoctorFinding> }>((resolve) => {
    const child = execFile(process.execPath, args, (_error, out) => {
      const { findings } = JSON.parse(out) as { findings: DoctorFinding[] };
      resolve({ code: child.exitCode ?? -1, findings: Object.fromEntries(findings.map((each) => [each.name, each])) });
    });
  });
}

test('a machine that nothing is wrong with but that it is not registered', async () => {
  const port = await httpServer((_request, response) => response.end('All is well'));
  const { code, findings } = await diagnose(null, `http://127.0.0.1:${port}/ 200 All is well`);
  // Whether it has a route to the internet depends on the machine that the test runs on.
  const { network, ...others } = findings;
  expect(Object.values(others).filter(({ state }) => state === 'bad')).toEqual([]);
  expect(code).toBe(network?.state === 'bad' ? 3 : 0);
  const names = ['clock', 'network', 'DNS', 'references', 'disk', 'server', 'updates', 'limits'];
  expect(Object.keys(findings)).toEqual(names);
  expect(findings.references?.state).toBe('good');
  expect(findings.server).toMatchObject({ state: 'fair', text: 'no agent is registered here' });
});

test('a server that is none, and a reference that does not answer', async () => {
  const port = await httpServer((_request, response) => response.writeHead(500).end());
  const { code, findings } = await diagnose(`http://127.0.0.1:${port}`, `http://127.0.0.1:${port}/`);
  expect(code).toBe(3);
  expect(findings.references?.state).toBe('bad');
  expect(findings.server).toMatchObject({ state: 'bad', text: expect.stringContaining('is not a Farwatch server') });
});
