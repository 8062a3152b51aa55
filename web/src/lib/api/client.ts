import type { z } from 'zod';
import { auth } from '../firebase/auth.ts';
import { ApiFailure, failureOfAnswer, failureOfThrown } from './failure.ts';

const TIMEOUT_MS = 10_000;

let underway = 0;
let lastEndedMs = 0;

/** For how long no call has been under way, ms; 0 while one is. */
export function apiQuietMs(): number {
  return underway > 0 ? 0 : performance.now() - lastEndedMs;
}

export type ApiRequest = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; body?: unknown };

/**
 * Calls `/api{path}` as the signed-in user and returns its answer as the schema reads it. Throws ApiFailure, also for
 * an answer that the schema refuses. A 401 is retried once with a fresh token.
 */
export function callApi<T>(path: string, schema: z.ZodType<T>, request: ApiRequest = {}): Promise<T> {
  return call(`/api${path}`, schema, request);
}

/** Calls the payments service at `/payment{path}`, otherwise as `callApi` does; also signed out. */
export function callPayments<T>(path: string, schema: z.ZodType<T>, body: unknown): Promise<T> {
  return call(`/payment${path}`, schema, { method: 'POST', body });
}

async function call<T>(path: string, schema: z.ZodType<T>, request: ApiRequest): Promise<T> {
  underway += 1;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let answer = await send(path, request, signal, false);
    if (answer.status === 401 && auth.currentUser) answer = await send(path, request, signal, true);
    const body = await bodyOf(answer);
    if (!answer.ok) throw failureOfAnswer(answer.status, body);
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    console.error(`The answer of ${path} is not what was agreed`, parsed.error.issues);
    throw new ApiFailure('unexpected');
  } catch (thrown) {
    throw failureOfThrown(thrown);
  } finally {
    underway -= 1;
    lastEndedMs = performance.now();
  }
}

async function send(path: string, { method = 'GET', body }: ApiRequest, signal: AbortSignal, freshToken: boolean) {
  const token = await auth.currentUser?.getIdToken(freshToken);
  return fetch(path, {
    method,
    signal,
    headers: {
      'Content-Type': 'application/json',
      'X-Timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
