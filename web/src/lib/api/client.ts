import { type ApiCall, addressOf, type CallAnswer, type CallInput } from '@farwatch/core/contracts/api/call';
import { fromApiNames, toApiNames } from '@farwatch/core/contracts/api/names';
import type { z } from 'zod';
import { ENV } from '../env.ts';
import { auth } from '../firebase/auth.ts';
import { reportMismatch } from '../parts/new-version.ts';
import { compareClock } from '../time/now.ts';
import { ApiFailure, failureOfAnswer, failureOfThrown } from './failure.ts';

/** The functions' emulator starts a process for each call, which takes seconds on a busy machine. */
const TIMEOUT_MS = ENV.emulators.auth ? 60_000 : 10_000;

let underway = 0;
let lastEndedMs = 0;

/** How long no call has been under way, ms; 0 while one is. */
export function apiQuietMs(): number {
  return underway > 0 ? 0 : performance.now() - lastEndedMs;
}

/**
 * Makes a call, as the signed-in user if there is one, and parses the answer with its schema. A 401 is retried once
 * with a fresh token. `timeoutMs`: for calls that wait for another service. Throws ApiFailure, also if the answer does
 * not match its schema.
 */
export async function callApi<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<CallAnswer<Call>> {
  underway += 1;
  try {
    const { body: content }: { body?: unknown } = input;
    const sent = call.body ? toApiNames(call.body, content) : undefined;
    const request = { address: addressOf(call, input), method: call.method.toUpperCase(), body: sent };
    const signal = AbortSignal.timeout(Math.max(timeoutMs, TIMEOUT_MS));
    let answer = await send(request, signal, false);
    if (answer.status === 401 && auth.currentUser) answer = await send(request, signal, true);
    const body = await bodyOf(answer);
    if (!answer.ok) throw failureOfAnswer(answer.status, body);
    return read<Call['output']>(call.output, body, request.address);
  } catch (thrown) {
    throw failureOfThrown(thrown);
  } finally {
    underway -= 1;
    lastEndedMs = performance.now();
  }
}

type Request = { address: string; method: string; body: unknown };

function read<Schema extends z.ZodType>(schema: Schema, body: unknown, address: string): z.output<Schema> {
  const parsed = schema.safeParse(fromApiNames(schema, body));
  if (parsed.success) return parsed.data;
  console.error(`The answer of ${address} does not match its schema`, parsed.error.issues);
  // Perhaps the server is a newer version than this page.
  void reportMismatch();
  throw new ApiFailure('unexpected');
}

async function send({ address, method, body }: Request, signal: AbortSignal, freshToken: boolean) {
  const token = await auth.currentUser?.getIdToken(freshToken);
  const requestedMs = Date.now();
  const answer = await fetch(address, {
    method,
    signal,
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': document.documentElement.lang,
      'X-Timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  compareClock({ date: answer.headers.get('date'), requestedMs, receivedMs: Date.now() });
  return answer;
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
