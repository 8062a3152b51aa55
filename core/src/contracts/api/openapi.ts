import { z } from 'zod';
import { API_KEY_RATES } from '../../values/api-key.ts';
import { LIMITS } from '../../values/limits.ts';
import { type Rate, READ_RATE, WRITE_RATE } from '../../values/token-bucket.ts';
import { API_TAGS, tagOf } from './api-tags.ts';
import { type ApiCall, addressOfService, errorsOf, isCommonError } from './call.ts';
import { API_ERROR_STATUS, type ApiErrorCode } from './error.ts';
import { apiErrorSchema } from './error-body.ts';
import { exampleOf } from './examples.ts';
import { incidentActionCalls } from './incident-actions.ts';
import { type Json, jsonSchema } from './json-schema.ts';
import { maintenanceCalls } from './maintenance.ts';
import { pauseInputSchema, testRequestedSchema } from './monitors.ts';
import { doneSchema } from './parts.ts';
import { claimInputSchema } from './payments.ts';
import { publicationCalls } from './publications.ts';
import { settingsCalls } from './settings.ts';
import { type PutSchema, pascalCase, shareValues, singular, withSharedSchemas } from './shared-schemas.ts';
import { summaryCalls } from './summaries.ts';
import { type WebhookEvent, webhookEventSchema } from './webhook-event.ts';

/** How calls of some scopes are authenticated; others take a key, too. */
const SECURITY: Partial<Record<ApiCall['scope'], Json[]>> = {
  person: [{ idToken: [] }],
  admin: [{ idToken: [] }],
  anyone: [],
};

/** A call's error codes of one status, or those that all calls have; calls with the same codes share the name. */
type ErrorSet = { name: string; status: number | null; codes: ApiErrorCode[] };

/** The OpenAPI 3.1 description of the declared calls, with examples of webhooks (docs/api.md). */
export function openApiDocument(all: readonly ApiCall[], events: readonly WebhookEvent[]): Json {
  const calls = all.filter(({ isListed }) => isListed);
  const { built, components } = withSharedSchemas((put) => ({
    operations: calls.map((call) => ({ call, operation: operationOf(call, put) })),
    webhooks: webhookDescription(put, events),
    error: put(jsonSchema(apiErrorSchema, 'output'), { names: ['ApiError'], isInput: false }),
  }));
  const { operations, webhooks, error } = built;
  const parameters = shareValues(
    'parameters',
    operations.map(({ call, operation }) => ({
      list: operation.parameters,
      nameOf: ({ name }) => resourceOf(call) + pascalCase(String(name)),
    })),
  );
  const answers = shareValues(
    'responses',
    operations.map(({ call, operation }) => ({ list: operation.responses, nameOf: () => answerName(call) })),
  );
  const errors = calls.flatMap((call) => errorSetsOf(errorsOf(call)));
  const tags = new Set(calls.map(tagOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farwatch API',
      version: '1',
      description: `Times are ISO 8601 in UTC. Calls carry an API key or the ID token of a signed-in person; errors carry a code to act on. Answers may get new fields at any time. ${LIMITS_TEXT}`,
    },
    servers: [{ url: '/api' }],
    security: [{ apiKey: [] }, { idToken: [] }],
    tags: Object.entries(API_TAGS)
      .filter(([name]) => tags.has(name))
      .map(([name, { description }]) => ({ name, description })),
    paths: pathsOf(operations),
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      parameters,
      schemas: { ...components, Error: error },
      responses: { ...answers, ...Object.fromEntries(errors.map((set) => [set.name, errorResponse(set)])) },
    },
  };
}

const SECURITY_SCHEMES: Json = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, which starts with `fwk_`' },
  idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a signed-in person' },
};

const HEADERS: Json = {
  RateLimit: {
    description: '`"read";r=59;t=1`: how many calls are left, and in how many seconds the limit is full again',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: '`"read";q=60;w=60`: how many calls are allowed in how many seconds',
    schema: { type: 'string' },
  },
  Link: { description: 'The next page, with `rel="next"` (RFC 8288); missing on the last', schema: { type: 'string' } },
  RetryAfter: { description: 'In how many seconds to try again', schema: { type: 'integer' } },
};

const refToHeader = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
const LIMIT_HEADERS: Json = {
  RateLimit: refToHeader('RateLimit'),
  'RateLimit-Policy': refToHeader('RateLimitPolicy'),
};

function errorResponse({ status, codes }: ErrorSet): Json {
  const isLimit = status === null || status === 429 || status === 503;
  return {
    description: status === null ? 'Refused, such as beyond the limits of all calls' : 'Refused',
    ...(isLimit && { headers: { ...LIMIT_HEADERS, 'Retry-After': refToHeader('RetryAfter') } }),
    content: jsonContent({
      allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
    }),
  };
}

/** The OpenAPI description of what a webhook channel sends (docs/notifications.md, Webhooks). */
function webhookDescription(put: PutSchema, events: readonly WebhookEvent[]): Json {
  const schema = put(jsonSchema(webhookEventSchema, 'output'), { names: ['WebhookEvent'], isInput: false });
  const examples = Object.fromEntries(events.map((value) => [value.type, { value }]));
  return {
    notification: {
      post: {
        operationId: 'notification',
        summary: 'What a webhook channel sends, signed as Standard Webhooks specifies',
        security: [],
        parameters: [
          header('webhook-id', 'The message; the same whenever it is sent again'),
          header('webhook-timestamp', 'When it was sent, in seconds since 1970'),
          header('webhook-signature', '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` by the secret'),
        ],
        requestBody: { required: true, content: { 'application/json': { schema, examples } } },
        responses: {
          '2XX': { description: 'Received, within 10 s' },
          '400': { description: 'This message is not sent again; so are 413 and 422' },
          '410': { description: 'Nothing is sent until the settings of the channel change' },
          default: { description: 'It is sent again, after Retry-After if given; redirects are not followed' },
        },
      },
    },
  };
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

/** `/monitors/:id` in OpenAPI's notation: `/monitors/{id}`. */
export function templated(path: string): string {
  return path.replaceAll(/:([a-z]+)/gi, '{$1}');
}

function pathsOf(operations: readonly { call: ApiCall; operation: Json }[]): Json {
  const paths: Record<string, Json> = {};
  for (const { call, operation } of operations) {
    const servers = call.service === 'api' ? {} : { servers: [{ url: addressOfService(call) }] };
    paths[templated(call.path)] = { ...servers, ...paths[templated(call.path)], [call.method]: operation };
  }
  return paths;
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A key of your choice for this request. Repeated with it, the request has the effect and answer of one',
  schema: { type: 'string', pattern: '^"?[!#-~]{1,255}"?$' },
  example: 'deploy-2026-11-28',
};

type Operation = Json & { parameters: Json[]; responses: Json };

/** The OpenAPI operation of a call. */
function operationOf(call: ApiCall, put: PutSchema): Operation {
  const { params, query, headers, body, summary, scope, status, isRepeatable, isText } = call;
  const id = operationId(call);
  const example = exampleOf(call);
  const limits = limitText(call);
  return {
    operationId: id,
    tags: [tagOf(call)],
    summary: scope === 'admin' ? `${summary} (role admin)` : summary,
    ...(limits !== '' && { description: limits }),
    ...(SECURITY[scope] && { security: SECURITY[scope] }),
    'x-scope': scope,
    parameters: [
      ...parametersIn('path', params, put, example.params),
      ...parametersIn('query', query, put, example.query),
      // OpenAPI has no parameter for Accept, by which a text is chosen.
      ...(isText ? [] : parametersIn('header', headers, put)),
      ...(isRepeatable ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: put(jsonSchema(body, 'input'), {
              names: [NAMES.get(body) ?? `${pascalCase(id)}Body`],
              isInput: true,
            }),
            example: example.body,
          },
        },
      },
    }),
    responses: {
      [status]: {
        description: 'OK',
        ...(hasCursor(call) && { headers: { ...LIMIT_HEADERS, Link: refToHeader('Link') } }),
        content: answerContent(call, put),
      },
      ...Object.fromEntries(
        errorSetsOf(errorsOf(call)).map(({ status, name }) => [
          status ?? 'default',
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  };
}

function answerContent(call: ApiCall, put: PutSchema): Json {
  const { output, isText } = call;
  if (isText) return { 'text/plain': { schema: { type: 'string' } } };
  return jsonContent(
    put(jsonSchema(output, 'output'), { names: [NAMES.get(output) ?? resourceOf(call)], isInput: false }),
  );
}

/** Whether the call answers pages that its cursor goes through. */
function hasCursor({ query }: Pick<ApiCall, 'query'>): boolean {
  return query instanceof z.ZodObject && 'cursor' in query.shape;
}

/** What limits a call in addition to the limits of all, as a text; empty for nothing. */
function limitText({ scope, rate, body, bodyBytes }: ApiCall): string {
  return [
    ...(scope === 'anyone' ? ['Limited by address.'] : []),
    ...(rate ? [`Its own limit: ${rateText(rate)} for an account.`] : []),
    ...(body && bodyBytes !== LIMITS.bodyBytes.usual ? [`Body: at most ${bodyBytes / 1024} KiB.`] : []),
  ].join(' ');
}

/** The limits of all calls. */
const LIMITS_TEXT = `A key may make ${API_KEY_RATES.readsPerMinute} reads (GET) and ${API_KEY_RATES.writesPerMinute} writes (all others) a minute, unless the operator has set other limits. An account may make ${rateText(READ_RATE)} of the reads, and ${rateText(WRITE_RATE)} of the writes. \`RateLimit\` has what is left; beyond it the answer is 429 with \`Retry-After\`. A body may have ${LIMITS.bodyBytes.usual / 1024} KiB, unless a call has another limit.`;

/** `300 at once and then one a second`. */
function rateText({ burst, perSec }: Rate): string {
  const each = perSec >= 1 ? `${perSec} a second` : `one in ${Math.round(1 / perSec)} s`;
  return `${burst} at once and then ${each}`;
}

/** The name of what most calls with that tag answer. */
function resourceOf(call: ApiCall): string {
  return singular(pascalCase(tagOf(call)));
}

/** Names that bodies and answers have, where the tag or the operation does not describe them. */
const NAMES: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [doneSchema, 'Done'],
  [testRequestedSchema, 'RequestedChecks'],
  [pauseInputSchema, 'Pause'],
  [incidentActionCalls.acknowledge.output, 'ActionResult'],
  [publicationCalls.create.output, 'PostedIncident'],
  [maintenanceCalls.create.body, 'MaintenanceInput'],
  [settingsCalls.changeMonitors.output, 'MonitorSettings'],
  [summaryCalls.preview.body, 'SummaryChoice'],
  [claimInputSchema, 'Claim'],
]);

function answerName(call: ApiCall): string {
  return `${NAMES.get(call.output) ?? resourceOf(call)}Answer`;
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** `put /settings/account` becomes `putSettingsAccount`; parameters are prefixed with By. */
export function operationId({ service, method, path }: ApiCall): string {
  const whole = service === 'api' ? path : `${addressOfService({ service })}${path}`;
  const parts = whole.split(/[/-]/).filter((word) => word !== '');
  return (
    method + parts.map((word) => (word.startsWith(':') ? `By${pascalCase(word.slice(1))}` : pascalCase(word))).join('')
  );
}

function parametersIn(
  place: 'path' | 'query' | 'header',
  schema: z.ZodType | null,
  put: PutSchema,
  example: Readonly<Record<string, string>> = {},
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    ...((place === 'path' || required.includes(name)) && { required: true }),
    schema: put(property, { names: [pascalCase(name)], isInput: true }),
    ...(example[name] !== undefined && { example: example[name] }),
  }));
}

/** Groups the codes of a call by status, and those that all calls have. `E409.conflict.slug_taken.and2` names a set of four. */
function errorSetsOf(codes: readonly ApiErrorCode[]): ErrorSet[] {
  const byStatus = Map.groupBy(codes.toSorted(), (code) => (isCommonError(code) ? null : API_ERROR_STATUS[code]));
  return [...byStatus].map(([status, group]) => ({ name: nameOfSet(status, group), status, codes: group }));
}

function nameOfSet(status: number | null, codes: readonly ApiErrorCode[]): string {
  if (status === null) {
    const parts = [codes.includes('unverified') ? '' : 'Public', codes.includes('too_large') ? 'Body' : '', 'Errors'];
    return parts.join('');
  }
  const [first, second, ...others] = codes;
  if (second === undefined && USUAL.includes(first)) return `E${status}`;
  const rest = others.length === 0 ? [] : [`and${others.length}`];
  return [`E${status}`, first, ...(second ? [second] : []), ...rest].join('.');
}

const USUAL: readonly (ApiErrorCode | undefined)[] = ['invalid', 'not_found'];
