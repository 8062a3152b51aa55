import {
  type ApiCall,
  type CallAnswer,
  type CallInput,
  encodeCall,
  parseAnswer,
} from '@farwatch/core/contracts/api/call';
import { ENV } from '../env.ts';
import { reportMismatch } from '../parts/new-version.ts';
import { compareClock } from '../time/now.ts';
import { ApiFailure, failureOfAnswer, failureOfThrown } from './failure.ts';

/** The functions' emulator starts a process for each call, which takes seconds on a busy machine. */
const TIMEOUT_MS = ENV.emulators.auth ? 60_000 : 10_000;

type Options = {
  /** Returns the token of the signed-in user, a fresh one on request; undefined if there is no user. */
  getToken?: (isFresh: boolean) => Promise<string | undefined>;
  timeoutMs?: number | undefined;
  /** The account that the call is about; null for the person's own. */
  account?: string | null;
  /** A call that creates something has one effect, however often it is made with the same key. */
  idempotencyKey?: string | undefined;
};

/**
 * Makes a call, with a token if `getToken` is given and has one, and parses the answer with its schema. A 401 is
 * retried once with a fresh token. Throws ApiFailure, also if the answer does not match its schema.
 */
export async function makeCall<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call>,
  { getToken = async () => undefined, timeoutMs = TIMEOUT_MS, account = null, idempotencyKey }: Options = {},
): Promise<CallAnswer<Call>> {
  try {
    const request = { ...encodeCall(call, input), account, idempotencyKey };
    const signal = AbortSignal.timeout(Math.max(timeoutMs, TIMEOUT_MS));
    const token = await getToken(false);
    let answer = await send(request, signal, token);
    if (answer.status === 401 && token) answer = await send(request, signal, await getToken(true));
    const body = await bodyOf(answer);
    if (!answer.ok) throw failureOfAnswer(answer.status, body);
    return read(call, body, request.address);
  } catch (thrown) {
    throw await inReadersWords(failureOfThrown(thrown));
  }
}

/** What the server refuses in the reader's language, else as the server says it: few calls need the texts for that. */
async function inReadersWords(failure: ApiFailure): Promise<ApiFailure> {
  if (failure.issues.length === 0) return failure;
  return import('./issue-text.ts').then(({ inWords }) => inWords(failure)).catch(() => failure);
}

type Request = {
  address: string;
  method: string;
  body: unknown;
  account: string | null;
  idempotencyKey: string | undefined;
};

function read<Call extends ApiCall>(call: Call, body: unknown, address: string): CallAnswer<Call> {
  try {
    return parseAnswer(call, body);
  } catch (error) {
    console.error(`The answer of ${address} does not match its schema`, error);
    // Perhaps the server is a newer version than this page.
    void reportMismatch();
    throw new ApiFailure('unexpected');
  }
}

/** Browsers refuse to keep a longer request alive. */
const MAX_KEPT_LENGTH = 20_000;

async function send(
  { address, method, body, account, idempotencyKey }: Request,
  signal: AbortSignal,
  token: string | undefined,
) {
  const requestedMs = Date.now();
  const sent = body === undefined ? '' : JSON.stringify(body);
  const answer = await fetch(address, {
    method,
    signal,
    // A page that is hidden may be closed before the request has left.
    keepalive: method !== 'GET' && document.visibilityState === 'hidden' && sent.length < MAX_KEPT_LENGTH,
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': document.documentElement.lang,
      'X-Timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(account === null ? {} : { 'X-Account': account }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    ...(sent === '' ? {} : { body: sent }),
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
