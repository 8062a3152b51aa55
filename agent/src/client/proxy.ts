import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { Problem } from '../outcome.ts';
import { PROXY_VARIABLES } from '../settings.ts';
import { texts } from '../texts/texts.ts';

type Environment = Record<string, string | undefined>;

/** The first versions of Node that use a proxy themselves, by their major number; all later ones do. */
const FIRST_ABLE: Record<number, number> = { 22: 21, 24: 5 };

/**
 * Sends the agent's calls to its server through the proxy that the environment names, if any (docs/agent.md,
 * Settings). Checks open connections of their own, and so never use it. To be called before the first call of the
 * server. Throws Problem if this Node is too old for that.
 */
export function useProxy(): void {
  Object.assign(process.env, asGrpcReads(process.env));
  if (!PROXY_VARIABLES.some((name) => process.env[name] && !/^no_proxy$/i.test(name))) return;
  if (!canUseProxy(process.version)) {
    throw new Problem(texts().command.oldNode(process.version));
  }
  const proxyEnv = { ...process.env };
  globalThis.fetch = fetchBy(new http.Agent({ proxyEnv }), new https.Agent({ proxyEnv }));
}

/** Whether Node's own agents know proxies; `version` such as `v24.9.0`. */
export function canUseProxy(version: string): boolean {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > 24 || minor >= (FIRST_ABLE[major] ?? Number.POSITIVE_INFINITY);
}

/** Returns a `fetch` that uses these agents, as far as Firebase and the agent need it: it follows no redirects. */
function fetchBy(plain: http.Agent, secure: https.Agent): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { url, method, signal } = request;
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), 'content-length': body.length };
    const isSecure = url.startsWith('https:');
    const ask = isSecure ? https.request : http.request;
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const outgoing = ask(url, { method, headers, signal, agent: isSecure ? secure : plain }, resolve);
      outgoing.once('error', reject);
      outgoing.end(body);
    });
    return toResponse(response);
  };
}

async function toResponse(message: http.IncomingMessage): Promise<Response> {
  const content = await buffer(message);
  const headers = Object.entries(message.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Response(content.length === 0 ? null : content, { status: message.statusCode ?? 502, headers });
}

/** Returns the variables in lower case that are given in upper case only, since Firestore's gRPC reads no others. */
export function asGrpcReads(env: Environment): Record<string, string> {
  const given = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap((name) => {
    const lower = name.toLowerCase();
    const value = env[name];
    return value && !env[lower] ? [[lower, value] as const] : [];
  });
  return Object.fromEntries(given);
}

/** Returns the proxy of calls over https, without its password; null without a proxy. */
export function proxyOf(env: Environment): string | null {
  const typed = env.https_proxy || env.HTTPS_PROXY;
  if (!typed) return null;
  return URL.canParse(typed) && typed.includes('://') ? new URL(typed).origin : typed;
}
