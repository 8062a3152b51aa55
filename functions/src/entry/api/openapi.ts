import { type ApiCall, addressOfService, errorsOf } from '@farwatch/core/contracts/api/call';
import { API_CALLS } from '@farwatch/core/contracts/api/calls';
import { API_ERROR_STATUS, type ApiErrorCode } from '@farwatch/core/contracts/api/error';
import { apiErrorSchema } from '@farwatch/core/contracts/api/error-body';
import { API_ERROR_TEXTS } from '@farwatch/core/contracts/api/error-texts';
import { webhookEventSchema } from '@farwatch/core/contracts/webhook-event';
import { apiNamesOf } from '@farwatch/core/values/api-name';
import type { RequestHandler } from 'express';
import { z } from 'zod';

/** A part of a JSON Schema or of the description. */
type Json = { [key: string]: unknown };

/** How a call of each scope is authenticated. */
const SECURITY: Record<ApiCall['scope'], Json[]> = {
  read: [{ apiKey: [] }, { idToken: [] }],
  write: [{ apiKey: [] }, { idToken: [] }],
  person: [{ idToken: [] }],
  admin: [{ idToken: [] }],
  anyone: [],
};

/** A call's error codes of one status; calls with the same codes share the name. */
type ErrorSet = { name: string; status: number; codes: ApiErrorCode[]; description: string };

/** The OpenAPI 3.1 description of the declared calls. */
export function openApiDocument(calls: readonly ApiCall[]): Json {
  const paths: Record<string, Json> = {};
  for (const { service, path } of calls)
    paths[templated(path)] = service === 'api' ? {} : { servers: [{ url: addressOfService({ service }) }] };
  for (const call of calls) Object.assign(paths[templated(call.path)] ?? {}, { [call.method]: operationOf(call) });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farwatch API',
      version: '1',
      description:
        'Times are ISO 8601 in UTC. Calls carry an API key or the ID token of a signed-in person; errors carry a code to act on.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(calls.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    webhooks: webhookDescription(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, which begins with `fwk_`' },
        idToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of a signed-in person',
        },
      },
      schemas: { Error: jsonSchema(apiErrorSchema, 'output') },
      responses: Object.fromEntries(
        calls.flatMap((call) => errorSetsOf(errorsOf(call))).map((set) => [set.name, errorResponse(set)]),
      ),
    },
  };
}

function errorResponse({ status, codes, description }: ErrorSet): Json {
  const ofCodes = { properties: { code: { enum: codes } } };
  return {
    description,
    ...(status === 429 && {
      headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } },
    }),
    content: jsonContent({ allOf: [{ $ref: '#/components/schemas/Error' }, ofCodes] }),
  };
}

let text: string | undefined;

/** Answers the API's description without authentication; built on the first request. */
export const answerDescription: RequestHandler = (_request, response) => {
  text ??= JSON.stringify(openApiDocument(API_CALLS));
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.type('application/json').send(text);
};

/** The OpenAPI description of what a webhook channel sends (docs/notifications.md, Webhooks). */
function webhookDescription(): Json {
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
        requestBody: { required: true, content: jsonContent(jsonSchema(webhookEventSchema, 'output')) },
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

/** The OpenAPI operation of a call. */
function operationOf(call: ApiCall): Json {
  const { params, query, headers, body, output, summary, scope, status } = call;
  return {
    operationId: operationId(call),
    tags: [tagOf(call)],
    summary: scope === 'admin' ? `${summary} (role admin)` : summary,
    security: SECURITY[scope],
    'x-scope': scope,
    parameters: [...parametersIn('path', params), ...parametersIn('query', query), ...parametersIn('header', headers)],
    ...(body && { requestBody: { required: true, content: jsonContent(jsonSchema(body, 'input')) } }),
    responses: {
      [status]: { description: 'Done', content: jsonContent(jsonSchema(output, 'output')) },
      ...Object.fromEntries(
        errorSetsOf(errorsOf(call)).map((set) => [set.status, { $ref: `#/components/responses/${set.name}` }]),
      ),
    },
  };
}

/** The first part of the path after its version, or the name of a separate service. */
export function tagOf({ service, path }: Pick<ApiCall, 'service' | 'path'>): string {
  if (service === 'payment') return 'payments';
  return path.split('/').find((part) => part !== '' && !/^v\d+$/.test(part)) ?? '';
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it, with the API's names, of the input before parsing or of the answer. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', override: useApiNames });
  return rest;
}

function useApiNames(context: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { zodSchema, jsonSchema } = context;
  if (!(zodSchema instanceof z.ZodObject)) return;
  const shape: Readonly<Record<string, z.core.$ZodType>> = zodSchema.def.shape;
  const namesOf = (key: string) => (shape[key] ? apiNamesOf(key, shape[key]) : [key]);
  const { properties = {}, required } = jsonSchema;
  jsonSchema.properties = Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) => namesOf(key).map((name) => [name, field])),
  );
  if (required) jsonSchema.required = required.flatMap(namesOf);
}

/** `put /settings/account` becomes `putSettingsAccount`; parameters are prefixed with By. */
function operationId({ service, method, path }: ApiCall): string {
  const whole = service === 'api' ? path : `${addressOfService({ service })}${path}`;
  const parts = whole.split(/[/-]/).filter((word) => word !== '');
  return method + parts.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word))).join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function parametersIn(place: 'path' | 'query' | 'header', schema: z.ZodType | null): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', override: useApiNames });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** Groups the codes of a call by status; `E409.conflict.limit_reached` is a set's name. */
function errorSetsOf(codes: readonly ApiErrorCode[]): ErrorSet[] {
  const byStatus = Map.groupBy(codes.toSorted(), (code) => API_ERROR_STATUS[code]);
  return [...byStatus].map(([status, group]) => ({
    name: [`E${status}`, ...group].join('.'),
    status,
    codes: group,
    description: group.map((code) => `\`${code}\`: ${API_ERROR_TEXTS[code]}`).join('; '),
  }));
}
