import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { post, postJson } from './post.ts';

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
  vi.unstubAllEnvs();
});

/** A server that counts as a local stand-in; returns its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('ALLOWED_PRIVATE_HOSTS', `127.0.0.1:${port}`);
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', '127.0.0.1:9');
  return `http://127.0.0.1:${port}/hook?a=b`;
}

test('posts JSON with headers and returns the answer', async () => {
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: path, headers } = request;
    const { 'content-type': type, 'content-length': length, 'x-key': key } = headers;
    response.writeHead(202, { 'retry-after': '7' });
    response.end(JSON.stringify({ method, path, type, length, key, body: Buffer.concat(chunks).toString() }));
  });
  const answer = await postJson(url, { text: '告警' }, { headers: { 'x-key': 'k' } });
  expect(answer.status).toBe(202);
  expect(answer.headers.get('retry-after')).toBe('7');
  expect(JSON.parse(answer.text)).toEqual({
    method: 'POST',
    path: '/hook?a=b',
    type: 'application/json',
    length: '17',
    key: 'k',
    body: '{"text":"告警"}',
  });
});

test('reads 4 KB of an endless body', async () => {
  const url = await serve((_request, response) => {
    const write = () => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', write);
    };
    write();
  });
  expect((await post(url)).text).toHaveLength(4096);
});

test('an answer whose body never ends counts', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200);
    response.write('part');
  });
  expect(await post(url, { timeoutMs: 200 })).toMatchObject({ status: 200, text: 'part' });
});

test.each<[string, RequestListener, string]>([
  ['never answers', () => undefined, 'no answer in time'],
  ['closes the connection', (request) => request.socket.destroy(), 'socket hang up'],
])('a server that %s is unreachable', async (_what, listener, message) => {
  const url = await serve(listener);
  await expect(post(url, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'unreachable', message });
});

test('a name that does not resolve is unreachable', async () => {
  const resolve = () => Promise.reject(new Error('getaddrinfo ENOTFOUND hook.test'));
  await expect(post('https://hook.test/', { resolve })).rejects.toMatchObject({
    code: 'unreachable',
    message: 'getaddrinfo ENOTFOUND hook.test',
  });
});
