import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { ALERT } from '@farwatch/core/values/limits';
import { assertPublicUrl, FORBIDDEN_ADDRESS, isLocalStandIn, publicLookup, type Resolve } from './guard.ts';

export const USER_AGENT = 'Farwatch';

/** How much of an answer is read, unless the caller requests more. */
const MAX_ANSWER_BYTES = 4096;

/** The answer of a service. `text`: the beginning of its body, by default 4 KB. A redirect is an answer like any other. */
export type Answer = { status: number; headers: Headers; text: string };

/** No answer: nothing came in time, or the URL leads to no public address, which is never contacted. */
export class PostError extends Error {
  readonly code: 'unreachable' | 'forbidden_address';

  constructor(code: PostError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

type Common = {
  headers?: Record<string, string>;
  /** The time of the whole call, by default that of a message. */
  timeoutMs?: number;
  /** How much of the answer is read. */
  maxBytes?: number;
  resolve?: Resolve;
  /** An open connection to the host, on which the request is made instead of on a new one. */
  connection?: Socket;
};
export type PostOptions = Common & { method?: string; body?: string | Uint8Array };

/** Posts JSON as `post` does. */
export function postJson(url: string, body: unknown, options: Common = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...options.headers };
  return post(url, { ...options, headers, body: JSON.stringify(body) });
}

/**
 * Makes one request, by default a POST, on a new connection and only to public addresses (docs/notifications.md,
 * Requests). Once the headers have come, a body that stays incomplete does not count against the answer. Throws a
 * PostError.
 */
export async function post(url: string, options: PostOptions = {}): Promise<Answer> {
  try {
    const target = targetOf(url, options.resolve);
    return await exchange(target.url, { ...target.options, method: options.method ?? 'POST' }, options);
  } catch (error) {
    throw postErrorOf(error);
  }
}

/** A stand-in's address is private, so only other requests are guarded. */
function targetOf(text: string, resolve?: Resolve): { url: URL; options: RequestOptions } {
  const given = new URL(text);
  const url = serviceUrl(given);
  if (url !== given || isLocalStandIn(url)) return { url, options: {} };
  assertPublicUrl(url);
  return { url, options: { lookup: publicLookup(resolve) } };
}

function exchange(
  url: URL,
  options: RequestOptions,
  { headers, body, timeoutMs, maxBytes, connection }: PostOptions,
): Promise<Answer> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs ?? ALERT.sendTimeoutMs)));
  const length = { 'content-length': String(Buffer.byteLength(body ?? '')) };
  const sent = { 'user-agent': USER_AGENT, ...length, ...headers };
  const over = connection ? { createConnection: () => connection } : { agent: false };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, { ...options, headers: sent, ...over, signal })
      .on('error', (error) => {
        if (!isAnswered) reject(signal.aborted ? signal.reason : error);
      })
      .once('response', (response) => {
        isAnswered = true;
        readStart(response, maxBytes ?? MAX_ANSWER_BYTES).then((text) => {
          resolve({ status: response.statusCode ?? 0, headers: headersOf(response), text });
          response.destroy();
        });
      })
      .end(body);
  });
}

/** Reads the beginning of a body. It ends at the latest with the request's signal. */
export async function readStart(response: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) break;
    }
  } catch {
    // It was cut off: what came counts.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString();
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const pairs = Object.entries(headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  return new Headers(pairs);
}

/** The PostError of any error of a request, which is its cause. */
export function postErrorOf(error: unknown): PostError {
  if (error instanceof PostError) return error;
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (code === FORBIDDEN_ADDRESS) return new PostError('forbidden_address', message);
  const text = name === 'TimeoutError' ? 'no answer in time' : message || code || name;
  return new PostError('unreachable', text, { cause: error });
}

/** The hosts of known services; `.` at the start means any name below it. */
const SERVICE_HOSTS: readonly string[] = [
  'hooks.slack.com',
  'discord.com',
  '.discord.com',
  'discordapp.com',
  '.discordapp.com',
  '.logic.azure.com',
  '.api.powerplatform.com',
  'api.powerautomate.com',
  '.api.powerautomate.com',
  'flow.microsoft.com',
  '.flow.microsoft.com',
  'api.line.me',
  'ntfy.sh',
  'api.pushover.net',
  'events.pagerduty.com',
  'events.eu.pagerduty.com',
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Where to send a request for that URL: with `CHANNEL_SERVICES_ROOT`, the stand-in of a known service, as in
 * `{root}/hooks.slack.com/services/x`; otherwise, and for every other host, the URL itself.
 */
function serviceUrl(url: URL, env: NodeJS.ProcessEnv = process.env): URL {
  const root = env.CHANNEL_SERVICES_ROOT;
  if (!root || !isServiceHost(url.hostname)) return url;
  return new URL(`${root}/${url.host}${url.pathname}${url.search}`);
}

function isServiceHost(host: string): boolean {
  return SERVICE_HOSTS.some((each) => (each.startsWith('.') ? host.endsWith(each) : host === each));
}
