import { type ApiCall, addressOfService, errorsOf } from '@farwatch/core/contracts/api/call';
import { API_CALLS } from '@farwatch/core/contracts/api/calls';
import { apiErrorSchema } from '@farwatch/core/contracts/api/error-body';
import type { RequestHandler } from 'express';
import {
  type ErrorSet,
  errorSetsOf,
  type Json,
  jsonContent,
  jsonSchema,
  operationOf,
  tagOf,
  templated,
} from './operation.ts';
import { webhookDescription } from './webhook.ts';

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
      description: 'Times are ISO 8601 in UTC. Every call carries a user’s ID token; errors carry a code to act on.',
    },
    servers: [{ url: '/api' }],
    security: [{ idToken: [] }],
    tags: [...new Set(calls.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    webhooks: webhookDescription(),
    components: {
      securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
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
