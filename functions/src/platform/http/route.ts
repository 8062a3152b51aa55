import type { ApiCall } from '@farwatch/core/contracts/api/call';
import { fromApiNames, toApiNames } from '@farwatch/core/contracts/api/names';
import { hasRole } from '@farwatch/core/values/account';
import type { Auth } from 'firebase-admin/auth';
import type { z } from 'zod';
import { RepeatedRequest } from '../db/activity.ts';
import type { Run } from '../db/run.ts';
import type { Caller } from './authenticate.ts';
import { ApiError, invalidInput } from './errors.ts';

/** A run with access to Auth. */
export type ApiRun = Run & { auth: Auth };

/** The unparsed parts of a request. */
export type RawInput = { params: unknown; query: unknown; body: unknown; headers: unknown };

/** A parsed part of a request; empty if the call has no schema for it. */
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Input<Call extends ApiCall> = { [Part in keyof RawInput]: Parsed<Call[Part]> };

type Implementation<Call extends ApiCall> = {
  /** Many screens poll it: its answer may be cached for this long (answer-cache.ts). */
  cachedForMs?: number;
  run(run: ApiRun, caller: Caller, input: Input<Call>): Promise<z.input<Call['output']>>;
  /** Waits for what an answer will have later, and returns that one; other calls of the account go on meanwhile. */
  wait?(
    run: ApiRun,
    caller: Caller,
    answer: z.output<Call['output']>,
    input: Input<Call>,
  ): Promise<z.input<Call['output']>>;
} & (Call['isRepeatable'] extends true ? { repeat: Repeat<Call> } : { repeat?: never });

/** Answers a request that was made before, with the same input, from the id of what it created. */
type Repeat<Call extends ApiCall> = (
  run: ApiRun,
  caller: Caller,
  id: string,
  input: Input<Call>,
) => Promise<z.input<Call['output']>>;

/** A call of the API with its implementation. */
export type Route = {
  call: ApiCall;
  /** Null if answers are not cached. */
  cachedForMs: number | null;
  /**
   * Checks whether the caller may call it, parses the input, runs; returns the answer with the API's names. Throws ApiError: forbidden;
   * not_found for a malformed id; invalid.
   */
  answer(run: ApiRun, caller: Caller, raw: RawInput): Promise<unknown>;
  /** Returns the answer again, with what it had to wait for; the same for a call that never waits. */
  completed(run: ApiRun, caller: Caller, raw: RawInput, answer: unknown): Promise<unknown>;
};

/** Implements a call, whose declaration gives the route's validation and types. */
export function route<Call extends ApiCall>(call: Call, implementation: Implementation<Call>): Route {
  const { cachedForMs } = implementation;
  const repeat: Repeat<Call> | undefined = implementation.repeat;
  return {
    call,
    cachedForMs: cachedForMs ?? null,
    async answer(run, caller, raw) {
      refuseCaller(call, caller);
      const input = parseRequest(call, raw);
      const output = await implementation.run(run, caller, input).catch((error: unknown) => {
        if (!(error instanceof RepeatedRequest && repeat)) throw error;
        if (!error.isSame) throw new ApiError('repeated_differently');
        return repeat(run, caller, error.entry.subjectId, input);
      });
      return toApiNames(call.output, output);
    },
    async completed(run, caller, raw, answer) {
      if (!implementation.wait) return answer;
      const known = parsePart<Call['output']>(call.output, answer) as z.output<Call['output']>;
      return toApiNames(call.output, await implementation.wait(run, caller, known, parseRequest(call, raw)));
    },
  };
}

function parseRequest<Call extends ApiCall>(call: Call, raw: RawInput): Input<Call> {
  return {
    params: parsePart<Call['params']>(call.params, raw.params, () => new ApiError('not_found')),
    query: parsePart<Call['query']>(call.query, raw.query),
    body: parsePart<Call['body']>(call.body, call.complete ? call.complete(raw.body) : raw.body),
    headers: parsePart<Call['headers']>(call.headers, raw.headers),
  };
}

/** Throws ApiError forbidden for a caller, or a key of theirs, that may not make the call in the account. */
function refuseCaller({ scope, role: needed }: ApiCall, { role, accountRole, key }: Caller): void {
  if (!hasRole(accountRole, needed))
    throw new ApiError('forbidden', { text: 'Your role in this account does not allow this' });
  if (scope === 'admin' && role !== 'admin') throw new ApiError('forbidden');
  if (!key || scope === 'read' || scope === 'anyone') return;
  if (scope !== 'write') throw new ApiError('forbidden', { text: 'An API key cannot do this. Please sign in' });
  if (key.scope === 'read') throw new ApiError('forbidden', { text: 'This API key can only read' });
}

/** The cast is safe: `Parsed` is the output of a schema, and empty without one. */
function parsePart<Schema extends z.ZodType | null>(
  schema: Schema,
  raw: unknown,
  refusal?: () => ApiError,
): Parsed<Schema> {
  return (schema === null ? {} : parseInput(schema, raw, refusal)) as Parsed<Schema>;
}

/** Parses input with the API's names. Throws the refusal, by default ApiError invalid with details. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  refusal: (error: z.ZodError, schema: z.ZodType) => ApiError = invalidInput,
): z.output<Schema> {
  const result = schema.safeParse(fromApiNames(schema, raw));
  if (!result.success) throw refusal(result.error, schema);
  return result.data;
}
