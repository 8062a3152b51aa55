import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROUTES } from '../routes.ts';
import { openApiDocument } from './document.ts';
import { tagOf, templated } from './operation.ts';

const schema = z.looseObject({});
const content = z.strictObject({ 'application/json': z.strictObject({ schema }) });
const referenceSchema = z.strictObject({ $ref: z.string() });
const operationSchema = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(5),
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
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().regex(/^\/[^:]+$/),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operationSchema),
  ),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.literal('http') })),
    schemas: z.record(z.string(), schema),
    responses: z.record(
      z.string(),
      z.strictObject({ description: z.string().min(5), headers: schema.optional(), content }),
    ),
  }),
});

const raw = JSON.parse(JSON.stringify(openApiDocument(ROUTES)));
const document = documentSchema.parse(raw);
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

/** Every reference anywhere in the document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

function find(reference: string): unknown {
  const keys = reference.replace(/^#\//, '').split('/');
  return keys.reduce<unknown>((at, key) => (at === undefined ? at : Reflect.get(Object(at), key)), raw);
}

describe('the API’s description', () => {
  it.each(ROUTES.map((route) => [route.method, route.path, route] as const))('names %s %s', (method, path, route) => {
    const operation = document.paths[templated(path)]?.[method];
    expect(operation?.summary).toContain(route.summary);
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining([`${route.status}`, '401', '403']));
    expect(operation?.requestBody !== undefined).toBe(route.schemas.body !== null);
    const named = operation?.parameters.filter((each) => each.in === 'path').map(({ name }) => `:${name}`);
    expect(named).toEqual(path.match(/:[a-z]+/gi) ?? []);
  });

  it('names nothing else, and everything by a name of its own', () => {
    expect(operations).toHaveLength(ROUTES.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ROUTES.length);
  });

  it('groups by what a path is about, whatever its version', () => {
    const about = (path: string) => tagOf({ path });
    expect(['/me', '/monitors/:id/test', '/v1/notifications/settings'].map(about)).toEqual([
      'me',
      'monitors',
      'notifications',
    ]);
  });

  it('refers only to what is there', () => {
    const references = new Set(referencesIn(raw));
    expect(references.size).toBeGreaterThan(5);
    for (const reference of references) expect([reference, find(reference)]).toEqual([reference, expect.any(Object)]);
    for (const name of document.security.flatMap(Object.keys))
      expect(document.components.securitySchemes).toHaveProperty(name);
    const tags = document.tags.map(({ name }) => name);
    for (const operation of operations) expect(tags).toEqual(expect.arrayContaining(operation.tags));
  });

  it('tells defaults and bounds of what is sent, and that answers hold nothing more', () => {
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
