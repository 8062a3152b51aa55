import type { z } from 'zod';
import type { ApiErrorCode } from './error.ts';

/** A call of the API or of the payments service: what its function, its callers and its description agree on. */
export type ApiCall = {
  /** Which function answers it: under `/api`, or under `/payment`. */
  service: 'api' | 'payment';
  method: 'get' | 'post' | 'put' | 'delete';
  /** Under the service, its parameters as Express writes them: `/monitors/:id`. */
  path: `/${string}`;
  /** One line for the API's description. */
  summary: string;
  /** Who may call it: every verified user, admins alone, or also who is signed out. */
  role: 'user' | 'admin' | 'anyone';
  /** Of the answer. */
  status: 200 | 201;
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: z.ZodType | null;
  /** By their names in lower case. */
  headers: z.ZodType | null;
  output: z.ZodType;
  /** What it can answer besides what follows from the rest of it (`errorsOf`). */
  errors: readonly ApiErrorCode[];
};

const DEFAULTS = {
  service: 'api',
  role: 'user',
  status: 200,
  params: null,
  query: null,
  body: null,
  headers: null,
  errors: [],
} as const satisfies Partial<ApiCall>;

type CallSpec = Partial<ApiCall> & Pick<ApiCall, 'method' | 'path' | 'summary' | 'output'>;
type Declared<Spec extends CallSpec> = Omit<typeof DEFAULTS, keyof Spec> & Spec;

/** Declares a call, its types as narrow as they are written. */
export function apiCall<const Spec extends CallSpec>(spec: Spec): Declared<Spec> {
  return { ...DEFAULTS, ...spec };
}

/** A part of a request by its schema: as sent; left out where the call has none, and where all in it may be. */
type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? object extends z.input<Schema>
    ? { [Key in Name]?: z.input<Schema> }
    : { [Key in Name]: z.input<Schema> }
  : { [Key in Name]?: never };

/** What makes the address of a call. */
export type AddressInput<Call extends ApiCall> = Part<'params', Call['params']> & Part<'query', Call['query']>;
/** What a caller gives to a call; the headers are the same for all calls of a client. */
export type CallInput<Call extends ApiCall> = AddressInput<Call> & Part<'body', Call['body']>;
/** What a call answers, once it is parsed. */
export type CallAnswer<Call extends ApiCall> = z.output<Call['output']>;

/** Where the service answers: `/api`, `/payment`. */
export function addressOfService({ service }: Pick<ApiCall, 'service'>): string {
  return `/${service}`;
}

/** The address of a call with its parameters and query, encoded, from the root of the app's origin. */
export function addressOf<Call extends ApiCall>(call: Call, input: AddressInput<Call>): string {
  const { params, query }: { params?: unknown; query?: unknown } = input;
  const given = new Map(entriesOf(params));
  const path = call.path.replaceAll(/:([a-z]+)/gi, (_, name: string) => {
    const value = given.get(name);
    if (value === undefined) throw new Error(`${call.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const asked = entriesOf(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodedValue(String(value))}`)
    .join('&');
  return `${addressOfService(call)}${path}${asked === '' ? '' : `?${asked}`}`;
}

function entriesOf(part: unknown): [string, unknown][] {
  return Object.entries(part ?? {});
}

/** Commas may stand in a query as they are: with them a list of two hundred ids is much shorter. */
function encodedValue(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',');
}

/** Every code that a call can answer: its own, those that all have, and those that follow from what it takes. */
export function errorsOf({ role, params, query, body, headers, errors }: ApiCall): ApiErrorCode[] {
  const codes = new Set<ApiErrorCode>(['unauthenticated', 'forbidden', 'too_many_requests', 'internal', ...errors]);
  if (role !== 'anyone') codes.add('unverified');
  if (params || query || body || headers) codes.add('invalid');
  if (params) codes.add('not_found');
  if (body) codes.add('too_large');
  return [...codes];
}
