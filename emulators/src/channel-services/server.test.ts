import { afterAll, expect, test } from 'vitest';
import { startChannelServices } from './server.ts';

const { port, close } = await startChannelServices(0);
afterAll(close);
const root = `http://127.0.0.1:${port}`;

const setMode = (mode: object) => fetch(`${root}/mode`, { method: 'POST', body: JSON.stringify(mode) });
const publish = (message: string) =>
  fetch(`${root}/ntfy.sh/`, { method: 'POST', body: JSON.stringify({ topic: 't', message }) });

test('the page shows what was received, newest first and as text', async () => {
  await publish('older one');
  await publish('<b>newer one</b>');
  const page = await (await fetch(root)).text();
  expect(page.indexOf('newer one')).toBeLessThan(page.indexOf('older one'));
  expect(page).not.toContain('<b>');
  const messages: unknown = await (await fetch(`${root}/messages`)).json();
  expect(messages).toMatchObject([
    { service: 'ntfy', target: 't', status: 200, request: { topic: 't', message: 'older one' } },
    { request: { message: '<b>newer one</b>' } },
  ]);
});

test('a failure counts requests for its target only', async () => {
  await setMode({ service: 'ntfy', mode: 'error', times: 1, target: 't' });
  const elsewhere = { method: 'POST', body: JSON.stringify({ topic: 'other' }) };
  const statuses = [(await fetch(`${root}/ntfy.sh/`, elsewhere)).status];
  for (const message of ['a', 'b']) statuses.push((await publish(message)).status);
  expect(statuses).toEqual([200, 500, 200]);
});

test.each([
  [{ service: 'ntfy', mode: 'eror' }, /^modes: ok, hang, .*error/],
  [{ service: 'nfty', mode: 'error' }, /^services: .*ntfy/],
])('%j is answered with the right names', async (mode, error) => {
  const response = await setMode(mode);
  expect([response.status, await response.json()]).toEqual([400, { error: expect.stringMatching(error) }]);
});

test('another host is unknown', async () => {
  expect((await fetch(`${root}/farwatch.test/`)).status).toBe(404);
});
