import { afterEach, expect, test } from 'vitest';
import { addressPolicy, createGuard } from '../guard/guard.ts';
import { createProbe } from '../probe/probe.ts';
import { closedPort, httpServer } from '../probe/testing/servers.ts';
import { RecentHosts } from './recent-hosts.ts';
import { Sight } from './sight.ts';

const probe = createProbe(createGuard(addressPolicy(true, () => new Set())));
let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

function sightOf(witnesses: string[], lookAgainMs = 50) {
  const changes: boolean[] = [];
  const onChange = (abstaining: boolean) => changes.push(abstaining);
  return { sight: new Sight({ witnesses, probe, signal: stop.signal, onChange, lookAgainMs }), changes };
}

const dead = async () => `http://127.0.0.1:${await closedPort()}/`;
const alive = async (statusCode = 200) =>
  `http://127.0.0.1:${await httpServer((_request, response) => response.writeHead(statusCode).end())}/`;

test('an answer after the failure is enough; one from before it is not', async () => {
  const { sight, changes } = sightOf([await dead()]);
  sight.noteAnswer(await dead());
  const failedAtMs = performance.now();
  expect(sight.hasSeenSince(failedAtMs)).toBe(false);
  sight.noteAnswer(await dead());
  expect(await sight.canJudge(failedAtMs)).toBe(true);
  expect(changes).toEqual([]);
});

test.each([200, 503])('a witness that answers %i is asked when no target answered', async (statusCode) => {
  const { sight, changes } = sightOf([await dead(), await alive(statusCode)]);
  expect(await sight.canJudge(performance.now())).toBe(true);
  expect(changes).toEqual([]);
});

test('a target that answered last bears witness where the witnesses are silent', async () => {
  const { sight } = sightOf([await dead(), await dead()]);
  sight.noteAnswer(await alive());
  expect(await sight.canJudge(performance.now())).toBe(true);
});

test('targets are left alone as long as a witness answers', async () => {
  let visits = 0;
  const port = await httpServer((_request, response) => {
    visits += 1;
    response.end();
  });
  const { sight } = sightOf([await dead(), await alive()]);
  sight.noteAnswer(`http://127.0.0.1:${port}/`);
  expect(await sight.look()).toBe(true);
  expect(visits).toBe(0);
});

test('where nothing answers it abstains until something does', async () => {
  const port = await closedPort();
  const { sight, changes } = sightOf([`http://127.0.0.1:${port}/`]);
  expect(await sight.canJudge(performance.now())).toBe(false);
  expect(sight.abstaining).toBe(true);
  expect(await sight.canJudge(performance.now())).toBe(false);
  sight.noteAnswer('http://target.farwatch.test/');
  expect(sight.abstaining).toBe(false);
  expect(changes).toEqual([true, false]);
});

test('while it abstains it keeps looking', async () => {
  let asked = 0;
  const port = await httpServer((request, response) => {
    asked += 1;
    if (asked > 3) response.end();
    else request.socket.destroy();
  });
  const { sight, changes } = sightOf([`http://127.0.0.1:${port}/`]);
  expect(await sight.canJudge(performance.now())).toBe(false);
  await expect.poll(() => changes).toEqual([true, false]);
  expect(asked).toBe(4);
});

test('many doubts share one look', async () => {
  let asked = 0;
  const port = await httpServer((_request, response) => {
    asked += 1;
    setTimeout(() => response.end(), 20);
  });
  const { sight } = sightOf([`http://127.0.0.1:${port}/`]);
  const sinceMs = performance.now();
  expect(await Promise.all(Array.from({ length: 20 }, () => sight.canJudge(sinceMs)))).not.toContain(false);
  expect(asked).toBe(1);
});

test('the two hosts that answered last are remembered', () => {
  const hosts = new RecentHosts();
  for (const url of ['http://a/1', 'http://b/', 'http://a/2', 'http://c/']) hosts.note(url);
  expect(hosts.list()).toEqual(['http://a/2', 'http://c/']);
});
