import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeApi } from '../../texts/api-description.ts';
import { textsOf } from '../../texts/texts.ts';
import { httpCheckSchema } from '../../values/http-check/http-check.ts';
import { LOCATION_CODES } from '../../values/locations.ts';
import { tagOf } from './api-tags.ts';
import { type ApiCall, addressOfService, errorsOf } from './call.ts';
import { API_CALLS } from './calls.ts';
import { API_ERROR_STATUS, apiErrorCodeSchema } from './error.ts';
import { apiErrorSchema } from './error-body.ts';
import { exampleOf } from './examples.ts';
import { fromApiNames } from './names.ts';
import { templated } from './openapi.ts';

const schema = z.looseObject({});
const content = z.strictObject({
  'application/json': z.strictObject({ schema, example: z.unknown().optional(), examples: schema.optional() }),
});
const textContent = z.strictObject({ 'text/plain': z.strictObject({ schema }) });
const referenceSchema = z.strictObject({ $ref: z.string() });
const parameterSchema = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.literal(true).optional(),
  description: z.string().optional(),
  schema,
  example: z.string().optional(),
});
const responseSchema = z.strictObject({
  description: z.string(),
  headers: schema.optional(),
  content: z.union([content, textContent]),
});
const operationSchema = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(5),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  'x-scope': z.enum(['read', 'write', 'person', 'admin', 'anyone']),
  parameters: z.array(z.union([referenceSchema, parameterSchema])),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string().regex(/^([245]\d\d|default)$/), z.union([referenceSchema, responseSchema])),
});
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  security: z.array(schema),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().regex(/^\/[^:]+$/),
    z.strictObject({
      servers: z.array(z.strictObject({ url: z.string() })).optional(),
      get: operationSchema.optional(),
      post: operationSchema.optional(),
      put: operationSchema.optional(),
      delete: operationSchema.optional(),
    }),
  ),
  webhooks: z.strictObject({
    notification: z.strictObject({ post: z.object({ requestBody: z.object({ content }) }) }),
  }),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.literal('http') })),
    headers: z.record(z.string(), z.strictObject({ description: z.string().min(5), schema })),
    parameters: z.record(z.string(), parameterSchema),
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), responseSchema),
  }),
});

const errorResponseSchema = z.object({
  content: z.object({
    'application/json': z.object({
      schema: z.object({
        allOf: z.tuple([
          referenceSchema,
          z.object({ properties: z.object({ code: z.object({ enum: z.array(apiErrorCodeSchema) }) }) }),
        ]),
      }),
    }),
  }),
});

const LISTED = API_CALLS.filter(({ isListed }) => isListed);
const CALLS = LISTED.map((call) => [call.method, call.path, call] as const);

const text = JSON.stringify(describeApi(await textsOf('en')));
const raw = JSON.parse(text);
const document = documentSchema.parse(raw);
const operations = Object.values(document.paths).flatMap(({ servers: _, ...path }) =>
  Object.values(path).filter((operation) => operation !== undefined),
);

/** All references in the document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

/** All enums in a part of the document that list locations. */
function findLocations(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'enum' in value && Array.isArray(value.enum) && value.enum.includes('tw') ? [value.enum] : [];
  return [...own, ...Object.values(value).flatMap(findLocations)];
}

/** All examples in a part of the document. */
function findExamples(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'examples' in value && Array.isArray(value.examples) ? value.examples : [];
  return [...own, ...Object.values(value).flatMap(findExamples)];
}

function find(reference: string): unknown {
  const keys = reference.replace(/^#\//, '').split('/');
  return keys.reduce<unknown>((at, key) => (at === undefined ? at : Reflect.get(Object(at), key)), raw);
}

/** A part of the document with each reference in place of what it names. */
function dereferenced(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(dereferenced);
  if ('$ref' in value && typeof value.$ref === 'string') return dereferenced(find(value.$ref));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, dereferenced(part)]));
}

/** The operation of a call, whole. */
const operationOf = (method: ApiCall['method'], path: string) =>
  operationSchema.parse(dereferenced(document.paths[templated(path)]?.[method]));
/** The parameters of a call. */
const parametersOf = (method: ApiCall['method'], path: string) =>
  z.array(parameterSchema).parse(operationOf(method, path).parameters);

describe('the API’s description', () => {
  it.each(CALLS)('names %s %s', (method, path, call) => {
    expect(document.paths[templated(path)]?.servers?.[0]?.url ?? '/api').toBe(addressOfService(call));
    const operation = operationOf(method, path);
    expect(operation.summary).toContain(call.summary);
    expect(Object.keys(operation.responses)).toContain(`${call.status}`);
    expect(operation.requestBody !== undefined).toBe(call.body !== null);
    expect(operation.security?.length === 0).toBe(call.scope === 'anyone');
    expect((operation.security ?? document.security).some((way) => 'apiKey' in way)).toBe(
      call.scope === 'read' || call.scope === 'write',
    );
    const parameters = parametersOf(method, path);
    const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => `:${name}`);
    expect(inPath).toEqual(path.match(/:[a-z]+/gi) ?? []);
    expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(call.isRepeatable);
  });

  it.each(CALLS)('describes every error of %s %s under its status, and no other', (method, path, call) => {
    const { responses = {} } = document.paths[templated(path)]?.[method] ?? {};
    const described = Object.entries(responses).flatMap(([status, response]) => {
      if (!('$ref' in response) || status.startsWith('2')) return [];
      const { content } = errorResponseSchema.parse(find(response.$ref));
      const { enum: codes } = content['application/json'].schema.allOf[1].properties.code;
      return codes.map((code) => [code, status === 'default' ? API_ERROR_STATUS[code] : Number(status)]);
    });
    const expected = errorsOf(call).map((code) => [code, API_ERROR_STATUS[code]]);
    expect(described.toSorted()).toEqual(expected.toSorted());
  });

  it.each(CALLS)('has an example of all that %s %s needs', (method, path, call) => {
    const { params, query, body } = exampleOf(call);
    const parts = [
      [call.params, params],
      [call.query, query],
      [call.body, body],
    ] as const;
    for (const [schema, part] of parts) {
      if (!schema) expect(part).toBeUndefined();
      else expect(schema.safeParse(fromApiNames(schema, part ?? {})).error).toBeUndefined();
    }
    const { requestBody } = operationOf(method, path);
    expect(requestBody?.content['application/json'].example).toEqual(body);
    const shown = parametersOf(method, path).flatMap(({ name, in: place, example }) =>
      place === 'header' || example === undefined ? [] : [[name, example]],
    );
    expect(Object.fromEntries(shown)).toEqual({ ...params, ...query });
  });

  it('is small', () => {
    expect(text.length).toBeLessThan(220_000);
  });

  it('describes what is left of the limits, and where a list continues', () => {
    const { headers } = responseSchema.parse(operationOf('get', '/v1/messages').responses['200']);
    expect(headers).toMatchObject({ RateLimit: {}, 'RateLimit-Policy': {}, Link: {} });
    const refused = responseSchema.parse(operationOf('get', '/me').responses.default);
    expect(refused.headers).toMatchObject({ RateLimit: {}, 'RateLimit-Policy': {}, 'Retry-After': {} });
  });

  it('has no other operations, each with a unique id', () => {
    expect(operations).toHaveLength(LISTED.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(LISTED.length);
  });

  it('groups by the first part of the path, ignoring the version', () => {
    const tagOfPath = (path: ApiCall['path']) => tagOf({ service: 'api', path });
    const paths = ['/me', '/monitors/:id/test', '/v1/notifications/settings'] as const;
    expect(paths.map(tagOfPath)).toEqual(['me', 'monitors', 'notifications']);
    expect(tagOf({ service: 'payment', path: '/create' })).toBe('payments');
  });

  it('has no dangling references', () => {
    const references = new Set(referencesIn(raw));
    expect(references.size).toBeGreaterThan(5);
    for (const reference of references) expect([reference, find(reference)]).toEqual([reference, expect.any(Object)]);
    const used = operations.flatMap(({ security = [] }) => [...security, ...document.security].flatMap(Object.keys));
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(document.components.securitySchemes).toSorted());
    const tags = document.tags.map(({ name }) => name);
    for (const operation of operations) expect(tags).toEqual(expect.arrayContaining(operation.tags));
  });

  it('has examples of a check and of an error that names a field', () => {
    const { requestBody } = operationOf('post', '/monitors');
    const [check] = findExamples(requestBody);
    expect(httpCheckSchema.parse(check)).toEqual(check);
    const [error] = findExamples(document.components.schemas.Error);
    expect(apiErrorSchema.parse(error)).toMatchObject({ code: 'invalid', details: [{ path: expect.any(String) }] });
  });

  it('offers only locations with agents in requests', () => {
    const requests = operations.map(({ parameters, requestBody }) => ({ parameters, requestBody }));
    const offered = findLocations(dereferenced(requests));
    expect(offered.length).toBeGreaterThan(5);
    for (const codes of offered) expect(codes.filter((code) => code !== 'all')).toEqual(LOCATION_CODES);
  });

  it('describes defaults and bounds of inputs, and leaves room for other fields in answers', () => {
    expect(parametersOf('get', '/incidents').find(({ name }) => name === 'limit')).toMatchObject({
      schema: { default: 10, minimum: 1, maximum: 100 },
    });
    const answer = z.object({ content }).parse(operationOf('get', '/me').responses['200']);
    const { schema: answered } = answer.content['application/json'];
    expect(answered).toMatchObject({ type: 'object' });
    expect(answered).not.toHaveProperty('additionalProperties');
  });
});

/** The specified names of fields in snake_case; every other field has its name in the code. */
const SNAKE_CASE = `_id activated_at active_agents actual_status agent_count app_version availability_percentage
  average_uptime battery_charging battery_level battery_percent bot_token changed_at chat_id check_time country_code
  country_name current_status daily_availability device_id device_info device_metrics device_name display_name
  duration_seconds endpoint_count error_message expected_status group_name health_status invoice_url ip_address
  is_active is_charging last_active_at last_check_at last_check_by_agent last_report_at last_sync_at memory_usage
  new_status os_name os_version previous_status registration_code resolved_at response_time silence_period status_code
  technical_details time_range today_uptime total_downtime_ms triggered_at`.split(/\s+/);

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const fieldsIn = (part: unknown) =>
  [...JSON.stringify(part ?? null).matchAll(/"(\w+)":\{|"name":"(\w+)"/g)].map(
    ([, field, parameter]) => field ?? parameter,
  );

it('has the specified names of fields, and no others in snake_case', () => {
  const names = fieldsIn(raw).filter((name) => name?.includes('_'));
  expect([...new Set(names)].toSorted()).toEqual(SNAKE_CASE);
});

/**
 * Fields that are specified in both cases, or in camelCase where another entity has them in snake_case, and those of
 * newer calls.
 */
const ALSO_IN_CAMEL_CASE = [
  ...['get ', 'post /acknowledge', 'post /unacknowledge', 'post /snooze'].flatMap((call) => {
    const [method, action = ''] = call.split(' ');
    const names = ['actualStatus', 'expectedStatus', 'resolvedAt', 'statusCode', 'triggeredAt'];
    return names.map((name) => `${method} /v1/shared-incidents/:token${action} ${name}`);
  }),
  'get /v1/endpoints/:id/domain statusCode',
  'get /v1/incidents/:id resolvedAt',
  'get /v1/incidents/:id statusCode',
  'get /agents/:id/endpoints checkTime',
  'get /endpoints/batch/metrics lastCheckAt',
  ...['get /incidents', 'get /incidents/monitor/:id', 'get /v1/incidents/export'].map((call) => `${call} resolvedAt`),
  ...['get /me', 'put /me', 'get /settings', 'put /settings/account'].map((call) => `${call} displayName`),
  ...['get /monitors', 'post /monitors', 'get /monitors/:id', 'put /monitors/:id'].map(
    (call) => `${call} currentStatus`,
  ),
  ...['post /monitors/:id/pause', 'post /monitors/:id/change'].map((call) => `${call} currentStatus`),
  ...['get ', 'post ', 'post /:id/updates', 'put /:id'].map((call) => {
    const [method, rest = ''] = call.split(' ');
    return `${method} /v1/pages/:slug/incidents${rest} resolvedAt`;
  }),
  ...['post /v1/trials', 'get /v1/trials/:id', 'get /v1/reports'].map((call) => `${call} statusCode`),
];

/** Parameters, body and answers of a call, whole. */
function described(method: ApiCall['method'], path: string): unknown {
  const { parameters, requestBody, responses } = operationOf(method, path);
  return { parameters, requestBody, responses };
}

it('has a specified field in camelCase only where that is specified too', () => {
  const camel = new Set(SNAKE_CASE.map(camelCase));
  const found = CALLS.flatMap(([method, path]) => {
    const names = new Set(fieldsIn(described(method, path)).filter((name) => camel.has(name ?? '')));
    return [...names].map((name) => `${method} ${path} ${name}`);
  });
  expect(found.toSorted()).toEqual(ALSO_IN_CAMEL_CASE.toSorted());
});
