import type { z } from 'zod';
import type { NeededRole } from '../../values/account.ts';
import type { ActivityAction, ActivityKind } from '../../values/activity.ts';
import { LIMITS } from '../../values/limits.ts';
import type { Rate } from '../../values/token-bucket.ts';
import type { ApiErrorCode } from './error.ts';
import { fromApiNames, toApiNames } from './names.ts';

/** The contract of a call of the API or of the payments service. */
export type ApiCall = {
  /** The function that answers it: under `/api` or `/payment`. */
  service: 'api' | 'payment';
  method: 'get' | 'post' | 'put' | 'delete';
  /** The path within the service, with parameters in Express syntax: `/monitors/:id`. */
  path: `/${string}`;
  /** One line for the API's description. */
  summary: string;
  /**
   * Who may call it. `read` and `write`: a verified user, and an API key of the user with that scope; `person`: only a
   * user who is signed in; `admin`: only a signed-in admin; `anyone`: also without signing in.
   */
  scope: 'read' | 'write' | 'person' | 'admin' | 'anyone';
  /** The role that the person needs in the account that the call is about. */
  role: NeededRole;
  /** What it changes and how, for the account's activity; null if it changes nothing. */
  changes: readonly [ActivityKind, ActivityAction] | null;
  /** Whether a request that is repeated with its `Idempotency-Key` has the effect and the answer of one. */
  isRepeatable: boolean;
  /** Whether the description of the API has it; the app alone makes other calls. */
  isListed: boolean;
  /** The HTTP status of a successful answer. */
  status: 200 | 201;
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: z.ZodType | null;
  /** Completes a body before it is parsed, from what other fields of it imply; null for nothing to complete. */
  complete: ((body: unknown) => unknown) | null;
  /** A limit of its own for an account, or for the address of a visitor, besides that of all calls. */
  rate: Rate | null;
  /** How long its body may be as sent. */
  bodyBytes: number;
  /** By lower-case name. */
  headers: z.ZodType | null;
  output: z.ZodType;
  /** Whether the answer is `text` of the output, sent as its `contentType`, rather than JSON. */
  isText: boolean;
  /** Its errors in addition to those that `errorsOf` derives. */
  errors: readonly ApiErrorCode[];
};

const DEFAULTS = {
  service: 'api',
  changes: null,
  isRepeatable: false,
  isListed: true,
  status: 200,
  params: null,
  query: null,
  body: null,
  complete: null,
  rate: null,
  bodyBytes: LIMITS.bodyBytes.usual,
  headers: null,
  isText: false,
  errors: [],
} as const satisfies Partial<ApiCall>;

type CallSpec = Partial<ApiCall> & Pick<ApiCall, 'method' | 'path' | 'scope' | 'role' | 'summary' | 'output'>;
type Declared<Spec extends CallSpec> = Omit<typeof DEFAULTS, keyof Spec> & Spec;

/** Declares a call with the narrowest types. */
export function apiCall<const Spec extends CallSpec>(spec: Spec): Declared<Spec> {
  return { ...DEFAULTS, ...spec };
}

/** A part of a request as it is sent; optional if all its fields are, absent if the call has no such part. */
type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? object extends z.input<Schema>
    ? { [Key in Name]?: z.input<Schema> }
    : { [Key in Name]: z.input<Schema> }
  : { [Key in Name]?: never };

/** The input that a call's address consists of. */
export type AddressInput<Call extends ApiCall> = Part<'params', Call['params']> & Part<'query', Call['query']>;
/** The input of a call, without the headers, which are the same for all calls of a client. */
export type CallInput<Call extends ApiCall> = AddressInput<Call> & Part<'body', Call['body']>;
/** The parsed answer of a call. */
export type CallAnswer<Call extends ApiCall> = z.output<Call['output']>;

/** Returns the path of the service: `/api` or `/payment`. */
export function addressOfService({ service }: Pick<ApiCall, 'service'>): string {
  return `/${service}`;
}

/** Returns a call's path with its encoded parameters and query, from the root of the app's origin. */
export function addressOf<Call extends ApiCall>(call: Call, input: AddressInput<Call>): string {
  const { params, query }: { params?: unknown; query?: unknown } = input;
  const queryText = entriesOf(call.query ? toApiNames(call.query, query) : undefined)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodedValue(String(value))}`)
    .join('&');
  return `${pathOf(call, params)}${queryText === '' ? '' : `?${queryText}`}`;
}

/** Returns a call as it is sent: its body has the API's names, and is undefined if the call has none. */
export function encodeCall<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call>,
): { method: string; address: string; body: unknown } {
  const { body }: { body?: unknown } = input;
  const sent = call.body && body !== undefined ? toApiNames(call.body, body) : undefined;
  return { method: call.method.toUpperCase(), address: addressOf(call, input), body: sent };
}

/** Parses the body of a call's answer. Throws ZodError. */
export function parseAnswer<Call extends ApiCall>({ output }: Call, body: unknown): CallAnswer<Call> {
  return output.parse(fromApiNames(output, body)) as CallAnswer<Call>;
}

/** Returns a call's path with its encoded parameters. Throws if one is missing. */
export function pathOf(call: Pick<ApiCall, 'service' | 'path'>, params: unknown): string {
  const given = new Map(entriesOf(params));
  const path = call.path.replaceAll(/:([a-z]+)/gi, (_, name: string) => {
    const value = given.get(name);
    if (value === undefined) throw new Error(`${call.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  return addressOfService(call) + path;
}

function entriesOf(part: unknown): [string, unknown][] {
  return Object.entries(part ?? {});
}

/** Commas are valid in a query, and a list of two hundred ids is much shorter with them. */
function encodedValue(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',');
}

/** What any call can answer. */
const OF_ALL = ['unauthenticated', 'forbidden', 'too_many_requests', 'internal'] as const satisfies ApiErrorCode[];
const COMMON: readonly ApiErrorCode[] = [...OF_ALL, 'unverified', 'not_a_member', 'too_large'];

/** Whether a code is no call's own: any call, any that needs an account, or any with a body can answer it. */
export function isCommonError(code: ApiErrorCode): boolean {
  return COMMON.includes(code);
}

/** Returns every error code of a call: its own, those of all calls, and those that its input implies. */
export function errorsOf({ scope, isRepeatable, params, query, body, headers, errors }: ApiCall): ApiErrorCode[] {
  const codes = new Set<ApiErrorCode>([...OF_ALL, ...errors]);
  // One set of errors for all calls that need a person keeps the description of the API small.
  if (scope !== 'anyone') codes.add('unverified').add('not_a_member');
  if (params || query || body || headers) codes.add('invalid');
  if (params) codes.add('not_found');
  if (body) codes.add('too_large');
  if (isRepeatable) codes.add('repeated_differently');
  return [...codes];
}
