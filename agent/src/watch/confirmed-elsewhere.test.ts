import { expect, test } from 'vitest';
import { closedPort } from '../probe/testing/servers.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startSite, startWatcher } from './testing/start-watcher.ts';

/** Requests about failures that another location has confirmed. */

const SOON = { interval: 10 };
const HOUR_SEC = 3_600;

/** Endpoints of one site that are up, and how they are requested. */
async function startUp(paths: readonly string[]) {
  const site = await startSite();
  const started = startWatcher();
  const { watcher, changes } = started;
  const urls = Object.fromEntries(paths.map((path) => [path, site.url(`/${path}`)]));
  watcher.assign([assignmentOf(urls, { intervalSec: HOUR_SEC })]);
  await expect.poll(() => changes().length, SOON).toBe(paths.length);
  const fail = (...failing: string[]) => {
    for (const path of failing) site.switchTo(`/${path}`, 503);
  };
  const visits = (path: string) => site.visitsOf(`/${path}`).length;
  const changed = () => changes().slice(paths.length);
  const request = (path: string) => watcher.checkNow({ [path]: Date.now() }, { [path]: Date.now() });
  return { ...started, fail, visits, changed, request };
}

test('one failed check is enough', async () => {
  const { fail, request, changed, visits, checked } = await startUp(['a']);
  fail('a');
  request('a');
  await expect.poll(changed, SOON).toEqual(['a down']);
  expect(visits('a')).toBe(2);
  expect(checked.at(-1)).toMatchObject({ changed: true, isUrgent: true, isNewerThanRequest: true });
});

test('a request about nothing of the kind needs two, as ever', async () => {
  const { fail, watcher, changed, visits } = await startUp(['a']);
  fail('a');
  watcher.checkNow({ a: Date.now() });
  await expect.poll(changed, SOON).toEqual(['a down']);
  expect(visits('a')).toBe(3);
});

test('what is well here stays up, and a later failure needs two checks again', async () => {
  const { fail, request, watcher, changed, visits } = await startUp(['a']);
  request('a');
  await expect.poll(() => visits('a'), SOON).toBe(2);
  await expect.poll(() => watcher.endpoints.get('o1/a')?.answeredAt, SOON).toBeGreaterThan(0);
  fail('a');
  watcher.checkNow({ a: Date.now() + 1 });
  await expect.poll(changed, SOON).toEqual(['a down']);
  expect(visits('a')).toBe(4);
});

test('a failure that waits for its second check has it at once', async () => {
  const { fail, request, watcher, changed, visits } = await startUp(['a']);
  fail('a');
  watcher.checkNow({ a: Date.now() - 1 });
  await expect.poll(() => watcher.verdicts.of('o1/a').unconfirmedSince, SOON).not.toBeNull();
  const dueAt = watcher.endpoints.get('o1/a')?.dueAt ?? 0;
  request('a');
  expect(watcher.endpoints.get('o1/a')?.dueAt).toBeLessThan(dueAt);
  await expect.poll(changed, SOON).toEqual(['a down']);
  expect(visits('a')).toBe(3);
});

test('its siblings are looked at as after any failure', async () => {
  const { fail, request, changed } = await startUp(['a', 'b']);
  fail('a', 'b');
  request('a');
  await expect.poll(changed, SOON).toEqual(['a down', 'b down']);
});

test('an agent without connectivity abstains', async () => {
  const { watcher, changes, abstained } = startWatcher([`http://127.0.0.1:${await closedPort()}/`]);
  watcher.assign([assignmentOf({ far: `http://127.0.0.1:${await closedPort()}/` }, { intervalSec: HOUR_SEC })]);
  watcher.checkNow({ far: Date.now() }, { far: Date.now() });
  await expect.poll(() => abstained, SOON).toContain(true);
  expect(changes()).toEqual([]);
});
