import {
  type ApiCall,
  type CallAnswer,
  type CallInput,
  encodeCall,
  parseAnswer,
} from '@farwatch/core/contracts/api/call';
import { refusalText } from '@farwatch/core/contracts/api/error-body';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Problem } from './problem.ts';
import type { Server } from './settings.ts';

/** An answer as it came. */
export type RawAnswer = { status: number; body: unknown; link: string | null };

export type Client = {
  /**
   * Makes a declared call and parses its answer. A call with a key of its own has one effect however often it is made,
   * so it is also repeated if its answer was lost. Throws Refusal, and Problem if there is no answer.
   */
  call<Call extends ApiCall>(call: Call, input: CallInput<Call>, idempotencyKey?: string): Promise<CallAnswer<Call>>;
  /** Makes a call by its method and path, below `/api`. Throws Problem if there is no answer. */
  request(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<RawAnswer>;
};

/** A call that the API refused. */
export class Refusal extends Problem {
  /** The API's code; empty for an answer of another server. */
  readonly code: string;

  constructor(answer: Pick<RawAnswer, 'status' | 'body'>) {
    super(textOfRefusal(answer));
    const { code } = Object(answer.body) as { code?: unknown };
    this.code = typeof code === 'string' ? code : '';
  }
}

const TIMEOUT_MS = 40 * SECOND_MS;
/** A call is given up once it would have waited for longer. */
const MOST_WAIT_MS = 90 * SECOND_MS;
const FIRST_WAIT_MS = SECOND_MS;

/**
 * A client of an installation. Calls that were refused for their rate are repeated when the answer says so, and reads
 * that failed on the way are, too.
 */
export function createClient(settings: Server, sleep: (ms: number) => Promise<unknown>): Client {
  async function request(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<RawAnswer> {
    let [waitMs, waitedMs] = [FIRST_WAIT_MS, 0];
    for (;;) {
      const answer = await send(settings, { method, path, body, idempotencyKey }).catch((error: unknown) =>
        networkProblem(settings, error),
      );
      const repeatInMs = repeatAfter(method === 'GET' || idempotencyKey !== undefined, answer, waitMs);
      if (repeatInMs !== null && waitedMs + repeatInMs <= MOST_WAIT_MS) {
        await sleep(repeatInMs);
        waitedMs += repeatInMs;
        waitMs *= 2;
      } else if (answer instanceof Problem) throw answer;
      else return answer;
    }
  }
  return {
    request,
    async call(call, input, idempotencyKey) {
      const { method, address, body } = encodeCall(call, input);
      const answer = await request(method, address.replace(/^\/api/, ''), body, idempotencyKey);
      if (answer.status >= 300) throw new Refusal(answer);
      try {
        return parseAnswer(call, answer.body);
      } catch {
        throw new Problem('The server answers something unknown. Is this program older than it?');
      }
    },
  };
}

type Answer = RawAnswer & { retryAfterSec: number | null };

type Request = { method: string; path: string; body: unknown; idempotencyKey: string | undefined };

async function send({ url, key }: Server, { method, path, body, idempotencyKey }: Request): Promise<Answer> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    body: parsed(await response.text()),
    link: response.headers.get('link'),
    retryAfterSec: retryAfter === null ? null : Number(retryAfter),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** In how many ms to repeat a call; null if its answer is final. */
function repeatAfter(isRepeatable: boolean, answer: Answer | Problem, waitMs: number): number | null {
  if (!(answer instanceof Problem) && answer.status === 429) return (answer.retryAfterSec ?? 1) * SECOND_MS;
  const isLost = answer instanceof Problem || answer.status === 502 || answer.status === 503 || answer.status === 504;
  return isLost && isRepeatable ? waitMs : null;
}

function networkProblem({ url }: Server, error: unknown): Problem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  if (error instanceof Error && error.name === 'TimeoutError') return new Problem(`${url} does not answer.`);
  return new Problem(`${url} cannot be reached${cause === '' ? '' : `: ${cause}`}.`);
}

/** Why the API refused a call, with the fields that it names. */
export function textOfRefusal({ status, body }: Pick<RawAnswer, 'status' | 'body'>): string {
  return refusalText(body) ?? `The server answered ${status}. Is it a Farwatch?`;
}
