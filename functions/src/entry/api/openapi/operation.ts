import { type ApiCall, addressOfService, errorsOf } from '@farwatch/core/contracts/api/call';
import { API_ERROR_STATUS, type ApiErrorCode } from '@farwatch/core/contracts/api/error';
import { API_ERROR_TEXTS } from '@farwatch/core/contracts/api/error-texts';
import { apiNamesOf } from '@farwatch/core/values/api-name';
import { z } from 'zod';

/** A part of a JSON Schema or of the description. */
export type Json = { [key: string]: unknown };

/** `/monitors/:id` in OpenAPI's notation: `/monitors/{id}`. */
export function templated(path: string): string {
  return path.replaceAll(/:([a-z]+)/gi, '{$1}');
}

/** The OpenAPI operation of a call. */
export function operationOf(call: ApiCall): Json {
  const { params, query, headers, body, output, summary, role, status } = call;
  return {
    operationId: operationId(call),
    tags: [tagOf(call)],
    summary: role === 'admin' ? `${summary} (role ${role})` : summary,
    ...(role === 'anyone' && { security: [{}, { idToken: [] }] }),
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

export function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it, with the API's names, of the input before parsing or of the answer. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
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

/** A call's error codes of one status; calls with the same codes share the name. */
export type ErrorSet = { name: string; status: number; codes: ApiErrorCode[]; description: string };

/** Groups the codes of a call by status; `E409.conflict.limit_reached` is a set's name. */
export function errorSetsOf(codes: readonly ApiErrorCode[]): ErrorSet[] {
  const byStatus = Map.groupBy(codes.toSorted(), (code) => API_ERROR_STATUS[code]);
  return [...byStatus].map(([status, group]) => ({
    name: [`E${status}`, ...group].join('.'),
    status,
    codes: group,
    description: group.map((code) => `\`${code}\`: ${API_ERROR_TEXTS[code]}`).join('; '),
  }));
}
