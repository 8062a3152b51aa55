import { API_ERROR_STATUS, API_ERROR_TEXTS, type ApiErrorCode, apiErrorSchema } from '@farwatch/core/api/error';
import type { Route } from '../route.ts';
import { type Json, jsonContent, jsonSchema, operationOf, tagOf, templated } from './operation.ts';

/** The API's description in OpenAPI 3.1, made from the schemas of its routes. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) paths[templated(route.path)] = {};
  for (const route of routes) Object.assign(paths[templated(route.path)] ?? {}, { [route.method]: operationOf(route) });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farwatch API',
      version: '1',
      description: 'Times are ISO 8601 in UTC. Every call carries a user’s ID token; errors carry a code to act on.',
    },
    servers: [{ url: '/api' }],
    security: [{ idToken: [] }],
    tags: [...new Set(routes.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(apiErrorSchema, 'output') },
      responses: errorResponses(),
    },
  };
}

/** One for each status, such as `E404`, described by the texts of its codes. */
function errorResponses(): Record<string, Json> {
  const codes = Object.keys(API_ERROR_STATUS) as ApiErrorCode[];
  const byStatus = Object.groupBy(codes, (code) => API_ERROR_STATUS[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, having = []]) => [
      `E${status}`,
      {
        description: having.map((code) => `\`${code}\`: ${API_ERROR_TEXTS[code]}`).join('; '),
        ...(status === '429' && {
          headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } },
        }),
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}
