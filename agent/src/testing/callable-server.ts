import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { connectFunctionsEmulator, type Functions, getFunctions } from 'firebase/functions';
import { afterEach } from 'vitest';

/** What a callable answers: a result, an error as HttpsError sends it, or nothing at all (the connection is cut). */
export type Answer = { result: unknown } | { error: { status: string; message: string; details?: unknown } } | 'cut';

const HTTP_STATUS: Record<string, number> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/**
 * A server that speaks the callable protocol, and the SDK's functions pointed at it. `handle` gets the call's bytes
 * too.
 */
export async function callableServer(
  handle: (name: string, data: unknown, body: string) => Answer | Promise<Answer>,
): Promise<Functions> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { data } = JSON.parse(body) as { data: unknown };
    const answer = await handle(request.url?.split('/').at(-1) ?? '', data, body);
    if (answer === 'cut') return request.socket.destroy();
    const status = 'error' in answer ? (HTTP_STATUS[answer.error.status] ?? 500) : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const app: FirebaseApp = initializeApp({ projectId: 'demo-farwatch', apiKey: 'k', appId: 'a' }, `t${Math.random()}`);
  const functions = getFunctions(app, 'asia-east1');
  connectFunctionsEmulator(functions, '127.0.0.1', (server.address() as AddressInfo).port);
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await deleteApp(app);
  });
  return functions;
}
