import { type ApiCall, addressOfService, errorsOf } from '@farwatch/core/contracts/api/call';
import { API_CALLS } from '@farwatch/core/contracts/api/calls';
import { API_ERROR_STATUS, apiErrorCodeSchema } from '@farwatch/core/contracts/api/error';
import { apiErrorSchema } from '@farwatch/core/contracts/api/error-body';
import { API_ERROR_TEXTS } from '@farwatch/core/contracts/api/error-texts';
import { httpCheckSchema } from '@farwatch/core/values/http-check/http-check';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument, tagOf, templated } from './openapi.ts';

const schema = z.looseObject({});
const content = z.strictObject({ 'application/json': z.strictObject({ schema }) });
const referenceSchema = z.strictObject({ $ref: z.string() });
const operationSchema = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(5),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-scope': z.enum(['read', 'write', 'person', 'admin', 'anyone']).optional(),
  parameters: z.array(
    z.strictObject({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema }),
  ),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(
    z.string().regex(/^[245]\d\d$/),
    z.union([referenceSchema, z.strictObject({ description: z.string(), content })]),
  ),
});
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string() })),
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
    schemas: z.record(z.string(), schema),
    responses: z.record(
      z.string(),
      z.strictObject({ description: z.string().min(5), headers: schema.optional(), content }),
    ),
  }),
});

const errorResponseSchema = z.object({
  description: z.string(),
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

const CALLS = API_CALLS.map((call) => [call.method, call.path, call] as const);

const raw = JSON.parse(JSON.stringify(openApiDocument(API_CALLS)));
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

describe('the API’s description', () => {
  it.each(CALLS)('names %s %s', (method, path, call) => {
    const named = document.paths[templated(path)];
    expect(named?.servers?.[0]?.url ?? '/api').toBe(addressOfService(call));
    const operation = named?.[method];
    expect(operation?.summary).toContain(call.summary);
    expect(Object.keys(operation?.responses ?? {})).toContain(`${call.status}`);
    expect(operation?.requestBody !== undefined).toBe(call.body !== null);
    expect(operation?.security.length === 0).toBe(call.scope === 'anyone');
    const parameters = operation?.parameters.filter((each) => each.in === 'path').map(({ name }) => `:${name}`);
    expect(parameters).toEqual(path.match(/:[a-z]+/gi) ?? []);
  });

  it.each(CALLS)('describes every error of %s %s under its status, and no other', (method, path, call) => {
    const { responses = {} } = document.paths[templated(path)]?.[method] ?? {};
    const described = Object.entries(responses).flatMap(([status, response]) => {
      if (!('$ref' in response)) return [];
      const { description, content } = errorResponseSchema.parse(find(response.$ref));
      const { enum: codes } = content['application/json'].schema.allOf[1].properties.code;
      for (const code of codes) expect(description).toContain(`\`${code}\`: ${API_ERROR_TEXTS[code]}`);
      return codes.map((code) => [code, Number(status)]);
    });
    const expected = errorsOf(call).map((code) => [code, API_ERROR_STATUS[code]]);
    expect(described.toSorted()).toEqual(expected.toSorted());
  });

  it('has no other operations, each with a unique id', () => {
    expect(operations).toHaveLength(API_CALLS.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(API_CALLS.length);
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
    for (const name of CALLS.flatMap(
      ([method, path]) => document.paths[templated(path)]?.[method]?.security.flatMap(Object.keys) ?? [],
    ))
      expect(document.components.securitySchemes).toHaveProperty(name);
    const tags = document.tags.map(({ name }) => name);
    for (const operation of operations) expect(tags).toEqual(expect.arrayContaining(operation.tags));
  });

  it('has examples of a check and of an error that names a field', () => {
    const { requestBody } = document.paths['/monitors']?.post ?? {};
    const [check] = findExamples(requestBody);
    expect(httpCheckSchema.parse(check)).toEqual(check);
    const [error] = findExamples(document.components.schemas.Error);
    expect(apiErrorSchema.parse(error)).toMatchObject({ code: 'invalid', details: [{ path: expect.any(String) }] });
  });

  it('offers only locations with agents in requests', () => {
    const requests = operations.map(({ parameters, requestBody }) => ({ parameters, requestBody }));
    const offered = findLocations(requests);
    expect(offered.length).toBeGreaterThan(5);
    for (const codes of offered) expect(codes.filter((code) => code !== 'all')).toEqual(LOCATION_CODES);
  });

  it('describes defaults and bounds of inputs, and that answers have no other fields', () => {
    const { parameters = [] } = document.paths['/incidents']?.get ?? {};
    expect(parameters.find(({ name }) => name === 'limit')).toMatchObject({
      required: false,
      schema: { default: 10, minimum: 1, maximum: 100 },
    });
    const { responses = {} } = document.paths['/me']?.get ?? {};
    expect(responses['200']).toMatchObject({
      content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } },
    });
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

it('has a specified field in camelCase only where that is specified too', () => {
  const camel = new Set(SNAKE_CASE.map(camelCase));
  const found = CALLS.flatMap(([method, path]) => {
    const names = new Set(fieldsIn(document.paths[templated(path)]?.[method]).filter((name) => camel.has(name ?? '')));
    return [...names].map((name) => `${method} ${path} ${name}`);
  });
  expect(found.toSorted()).toEqual(ALSO_IN_CAMEL_CASE.toSorted());
});
