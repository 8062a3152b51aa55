import type { ApiCall } from '@farwatch/core/contracts/api/call';
import type { Auth } from 'firebase-admin/auth';
import type { z } from 'zod';
import type { Run } from '../db/run.ts';
import type { Caller } from './authenticate.ts';
import { ApiError, invalidInput } from './errors.ts';

/** What a route works with. */
export type ApiRun = Run & { auth: Auth };

/** What a request brings besides its caller. */
export type RawInput = { params: unknown; query: unknown; body: unknown; headers: unknown };

/** A part of a request as its schema reads it; nothing where the call has none. */
type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Input<Call extends ApiCall> = { [Part in keyof RawInput]: Read<Call[Part]> };

type Implementation<Call extends ApiCall> = {
  /** Requested by many screens at once: for this long its answer may be a copy (answer-cache.ts). */
  cachedForMs?: number;
  run(run: ApiRun, caller: Caller, input: Input<Call>): Promise<z.input<Call['output']>>;
};

/** What answers a call of the API. */
export type Route = {
  call: ApiCall;
  /** Null if no answer may be a copy. */
  cachedForMs: number | null;
  /** Checks the role, parses the input, runs. Throws ApiError: forbidden; not_found for an id that is none; invalid. */
  answer(run: ApiRun, caller: Caller, raw: RawInput): Promise<unknown>;
};

/** Implements a call: what it declares is the route's validation and its types at once. */
export function route<Call extends ApiCall>(call: Call, { cachedForMs, run: work }: Implementation<Call>): Route {
  return {
    call,
    cachedForMs: cachedForMs ?? null,
    async answer(run, caller, raw) {
      if (call.role === 'admin' && caller.role !== 'admin') throw new ApiError('forbidden');
      return work(run, caller, {
        params: parsed<Call['params']>(call.params, raw.params, () => new ApiError('not_found')),
        query: parsed<Call['query']>(call.query, raw.query, invalidInput),
        body: parsed<Call['body']>(call.body, raw.body, invalidInput),
        headers: parsed<Call['headers']>(call.headers, raw.headers, invalidInput),
      });
    },
  };
}

/** The cast is safe: `Read` is the output of a schema, and empty without one. */
function parsed<Schema extends z.ZodType | null>(
  schema: Schema,
  raw: unknown,
  refusal: (error: z.ZodError) => ApiError,
): Read<Schema> {
  if (schema === null) return {} as Read<Schema>;
  const result = schema.safeParse(raw);
  if (!result.success) throw refusal(result.error);
  return result.data as Read<Schema>;
}
