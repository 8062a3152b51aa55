import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '@farwatch/core/values/check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentProcess, buildProgram, runAgent } from '../src/fake-backend/agent-program.ts';
import { type FakeBackend, startFakeBackend } from '../src/fake-backend/fake-backend.ts';
import { type LocalServer, listenLocally } from '../src/platform/local-server.ts';

const ANSWER_MS = 300;
/** Longer than a check may take. */
const FREEZE_MS = 12_000;
const FAKE_DNS = join(import.meta.dirname, 'testing/fake-dns.ts');

/** The state of the sites. A captive portal responds in their place, with an error or a login page. */
const network = { hasPortal: false, down: new Set<string>(), onRequest: (_id: string) => {} };
/** The verdicts that the server received, oldest first. */
const verdicts = new Map<string, string>();
const changes: string[] = [];
const checks: Check[] = [];
let sites: LocalServer;
let backend: FakeBackend;
let agent: AgentProcess;

beforeAll(async () => {
  sites = await listenLocally(async (request, response) => {
    const id = request.headers.host?.split('.')[0] ?? '';
    network.onRequest(id);
    await sleep(id === 'reference' ? 0 : ANSWER_MS);
    if (network.hasPortal) response.writeHead(id === 'site1' ? 511 : 200).end('Please sign in');
    else response.writeHead(network.down.has(id) ? 503 : 200).end('well');
  }, 0);
  const urlOf = (id: string) => `http://${id}.farwatch.test:${sites.port}/`;
  const endpoints = ['site1', 'site2', 'site3', 'dead1', 'dead2'];
  backend = await startFakeBackend({
    owners: { o1: Object.fromEntries(endpoints.map((id) => [id, urlOf(id)])) },
    intervalSec: 1,
    onApplied: ({ owners }) => {
      checks.push(...(owners.o1?.checks ?? []));
      for (const [id, { up }] of Object.entries(owners.o1?.verdicts ?? {})) {
        const verdict = up ? 'up' : 'down';
        if (verdicts.get(id) !== verdict) changes.push(`${id} ${verdict}`);
        verdicts.set(id, verdict);
      }
    },
  });
  const program = await buildProgram(backend.folder);
  const referenceSite = `${urlOf('reference')} 200 well`;
  agent = runAgent(program, backend.folder, ['--reference-site', referenceSite], ['--import', FAKE_DNS]);
});

afterAll(async () => {
  agent?.child.kill('SIGKILL');
  await agent?.ended;
  await backend?.close();
  await sites?.close();
});

const nextCheckOf = (endpointId: string) =>
  new Promise<void>((resolve) => {
    network.onRequest = (id) => id === endpointId && resolve();
  });

it('unresolvable names, a captive portal and a frozen process cause no false outage, and real outages are found', {
  tags: 'minutes',
}, async () => {
  const first = ['dead1 down', 'dead2 down', 'site1 up', 'site2 up', 'site3 up'];
  await expect.poll(() => changes.toSorted()).toEqual(first);

  network.hasPortal = true;
  await expect.poll(() => agent.output()).toContain('No internet connection');
  network.down.add('site2');
  await nextCheckOf('site2');
  network.hasPortal = false;
  await expect.poll(() => changes.slice(first.length)).toEqual(['site2 down']);

  await nextCheckOf('site1');
  agent.child.kill('SIGSTOP');
  network.down.add('site3');
  await sleep(FREEZE_MS);
  agent.child.kill('SIGCONT');
  await expect.poll(() => changes.slice(first.length)).toEqual(['site2 down', 'site3 down']);
  // Checks may fail by the portal's status, but not because of the freeze.
  const failed = checks.filter(({ endpoint, error }) => endpoint === 'site1' && error !== null && error !== 'status');
  expect(failed).toEqual([]);
});
