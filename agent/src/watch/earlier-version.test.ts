import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Assignment } from '@farwatch/core/documents/assignment';
import { toAssignedUrl } from '@farwatch/core/values/assigned-url';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { expect, test } from 'vitest';
import { anyNetwork } from '../network/testing/any-network.ts';
import { createRunCheck } from '../probe/check.ts';
import { AssignmentsFile } from '../state/assignments-file.ts';
import { newFolder } from '../testing/folders.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startSite, startWatcher } from './testing/start-watcher.ts';

const CHECK: HttpCheck = { method: 'POST', body: 'order' };

/** An assignment whose endpoint e1 has options. */
function withOptions(url: string): Assignment {
  const assigned = assignmentOf({ e1: toAssignedUrl(url, CHECK) });
  const { e1 } = assigned.endpoints;
  if (!e1) throw new Error('not assigned');
  return { ...assigned, endpoints: { e1: { ...e1, check: CHECK } } };
}

/** What a version without options keeps of an assignment: it knows neither `check` nor `intervalSec`. */
async function storedByEarlier(assigned: Assignment): Promise<AssignmentsFile> {
  const path = join(await newFolder(), 'assignments.json');
  const open = () => new AssignmentsFile(path, 'a1', () => undefined);
  const file = open();
  file.keep([assigned]);
  await file.close();
  const text = await readFile(path, 'utf8');
  const unknown = new Set(['check', 'intervalSec']);
  const isEndpoint = (value: unknown) => typeof value === 'object' && value !== null && 'url' in value;
  const strip = (_key: string, value: unknown) =>
    isEndpoint(value)
      ? Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !unknown.has(name)))
      : value;
  await writeFile(path, JSON.stringify(JSON.parse(text, strip)));
  return open();
}

test('a version without options, which checks the URL as it is assigned, cannot check it and sends the site nothing', async () => {
  const site = await startSite();
  const target = { url: toAssignedUrl(site.url('/1'), CHECK), check: null };
  const result = await createRunCheck(anyNetwork())(target, new AbortController().signal);
  expect(result).toMatchObject({ localFailure: 'unsupported', statusCode: null });
  expect(site.visitsOf('/1')).toEqual([]);
});

test('after a version without options, an endpoint is not checked before its options are read again', async () => {
  const site = await startSite();
  const [stored] = await (await storedByEarlier(withOptions(site.url('/1')))).read();
  if (!stored) throw new Error('nothing is stored');
  const { watcher } = startWatcher();
  watcher.assign([stored]);
  expect(watcher.endpoints.get('o1/e1')).toMatchObject({ url: site.url('/1'), check: 'unsupported' });
  await watcher.round();
  expect(site.visitsOf('/1')).toEqual([]);
  watcher.assign([withOptions(site.url('/1'))]);
  const { check, dueAt } = watcher.endpoints.get('o1/e1') ?? {};
  expect(check).toEqual(CHECK);
  // The agent’s clock may be a millisecond ahead.
  expect(dueAt).toBeLessThan(Date.now() + 1_000);
});

test('options that this version does not know are withdrawn, never down', async () => {
  const site = await startSite();
  const assigned = withOptions(site.url('/1'));
  const { watcher, localFailures, kept } = startWatcher();
  const e1 = { ...assigned.endpoints.e1, check: { method: 'GET', later: true } };
  const path = join(await newFolder(), 'assignments.json');
  await writeFile(path, JSON.stringify({ agentId: 'a1', assigned: [{ ...assigned, endpoints: { e1 } }] }));
  watcher.assign(await new AssignmentsFile(path, 'a1', () => undefined).read());
  await expect.poll(() => localFailures).toEqual(['e1 unsupported', 'e1 unsupported urgent']);
  expect(watcher.verdicts.withdrawalOf('o1/e1')).toMatchObject({ reason: 'unsupported' });
  expect([watcher.verdicts.verdictOf('o1/e1'), kept, site.visitsOf('/1')]).toEqual([null, [], []]);
});
