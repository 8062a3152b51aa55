import { API_ERROR_STATUS, type ApiErrorCode } from '@farwatch/core/api/error';
import { z } from 'zod';
import type { Route } from '../route.ts';

/** A piece of JSON Schema or of the description. */
export type Json = { [key: string]: unknown };

/** `/monitors/:id` as OpenAPI writes it: `/monitors/{id}`. */
export function templated(path: string): string {
  return path.replaceAll(/:([a-z]+)/gi, '{$1}');
}

/** A route's operation: its tag is the first part of the path, every name comes from the route's schemas. */
export function operationOf(route: Route): Json {
  const { schemas, summary, role, status } = route;
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary: role === null ? summary : `${summary} (role ${role})`,
    parameters: [
      ...parametersIn('path', schemas.params),
      ...parametersIn('query', schemas.query),
      ...parametersIn('header', schemas.headers),
    ],
    ...(schemas.body && { requestBody: { required: true, content: jsonContent(jsonSchema(schemas.body, 'input')) } }),
    responses: {
      [status]: { description: 'Done', content: jsonContent(jsonSchema(schemas.output, 'output')) },
      ...Object.fromEntries(refusals(route).map((code) => [code, { $ref: `#/components/responses/E${code}` }])),
    },
  };
}

export function tagOf({ path }: Pick<Route, 'path'>): string {
  return path.split('/').find((part) => part !== '' && !/^v\d+$/.test(part)) ?? '';
}

export function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** JSON Schema 2020-12, as in OpenAPI 3.1: of the input before parsing, or of the answer. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest;
}

/** `put /settings/account` gives `putSettingsAccount`; parameters are named with By. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[/-]/).filter((word) => word !== '');
  return method + words.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word))).join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function parametersIn(place: 'path' | 'query' | 'header', schema: z.ZodType | null): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function refusals({ method, schemas }: Route): number[] {
  const codes: ApiErrorCode[] = ['unauthenticated', 'forbidden', 'too_many_requests', 'internal'];
  if (schemas.query || schemas.body || schemas.headers) codes.push('invalid');
  if (schemas.params) codes.push('not_found');
  if (method !== 'get') codes.push('conflict', 'too_large');
  return codes.map((code) => API_ERROR_STATUS[code]);
}
