import type { Auth } from 'firebase-admin/auth';
import { z } from 'zod';
import type { Run } from '../db/run.ts';
import type { Caller } from './authenticate.ts';
import { ApiError, invalidInput } from './errors.ts';

/** What a route works with. */
export type ApiRun = Run & { auth: Auth };

export type Method = 'get' | 'post' | 'put' | 'delete';

/** A request's input besides its caller. */
export type RawInput = { params: unknown; query: unknown; body: unknown; headers: unknown };

const nothing = z.object({});
type Nothing = typeof nothing;

type Spec<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Headers extends z.ZodType,
  Output extends z.ZodType,
> = {
  method: Method;
  /** As Express writes it: `/monitors/:id`. */
  path: string;
  /** One line for the API's description. */
  summary: string;
  /** The role that may call it; every verified user by default. */
  role?: 'admin';
  /** Of the answer; 200 by default. */
  status?: 201;
  /** For polled routes: how long an answer may be a copy (answer-cache.ts). */
  cachedForMs?: number;
  params?: Params;
  query?: Query;
  body?: Body;
  /** By their names in lower case. */
  headers?: Headers;
  output: Output;
  run(
    run: ApiRun,
    caller: Caller,
    input: { params: z.output<Params>; query: z.output<Query>; body: z.output<Body>; headers: z.output<Headers> },
  ): Promise<z.input<Output>>;
};

/** A route of the API with its schemas, and the one way to run it. */
export type Route = Pick<Spec<Nothing, Nothing, Nothing, Nothing, Nothing>, 'method' | 'path' | 'summary'> & {
  role: 'admin' | null;
  status: 200 | 201;
  /** Null if every answer is made again. */
  cachedForMs: number | null;
  schemas: Record<'params' | 'query' | 'body' | 'headers', z.ZodType | null> & { output: z.ZodType };
  /** Checks the role, parses the input, runs. Throws ApiError: forbidden; not_found for an id that is none; invalid. */
  answer(run: ApiRun, caller: Caller, raw: RawInput): Promise<unknown>;
};

/** Makes a route: its schemas are its validation, its types and its description at once. */
export function route<
  Output extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Headers extends z.ZodType = Nothing,
>(spec: Spec<Params, Query, Body, Headers, Output>): Route {
  const { method, path, summary, role = null, status = 200, cachedForMs = null, output } = spec;
  const { params = null, query = null, body = null, headers = null } = spec;
  return {
    method,
    path,
    summary,
    role,
    status,
    cachedForMs,
    schemas: { params, query, body, headers, output },
    async answer(run, caller, raw) {
      if (role !== null && caller.role !== role) throw new ApiError('forbidden');
      const input = {
        params: parsed(params, raw.params, () => new ApiError('not_found')),
        query: parsed(query, raw.query, invalidInput),
        body: parsed(body, raw.body, invalidInput),
        headers: parsed(headers, raw.headers, invalidInput),
      };
      return spec.run(run, caller, input);
    },
  };
}

/** Without a schema, the type is that of `nothing`, whatever was sent. */
function parsed<Schema extends z.ZodType>(
  schema: Schema | null,
  raw: unknown,
  refusal: (error: z.ZodError) => ApiError,
): z.output<Schema> {
  if (schema === null) return {} as z.output<Schema>;
  const result = schema.safeParse(raw);
  if (!result.success) throw refusal(result.error);
  return result.data;
}
