import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { API_CALLS } from './api/calls.ts';
import { AGENT_CALLS } from './calls/agent-calls.ts';

/** All that callers send has a limit, so that no call works on more than its own account could store. */

type Json = z.core.JSONSchema.JSONSchema;

/** A quantifier without an end. */
const UNENDING = /[^\\][*+]|\{\d+,\}/;

/** Whether a schema of a text limits its length, outside what must not follow. */
const isBoundedText = ({ maxLength, pattern, enum: values, const: value }: Json) =>
  maxLength !== undefined ||
  values !== undefined ||
  value !== undefined ||
  (pattern ? !UNENDING.test(pattern.replaceAll(/\(\?![^)]*\)/g, '')) : false);

/** The paths in a schema of lists, records and texts without a limit. */
function unbounded(schema: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const json = schema as Json;
  if (json.$ref) return [];
  const options = [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])];
  if (options.length > 0) return options.flatMap((each) => unbounded(each, path, seen));
  if (json.type === 'string') return isBoundedText(json) ? [] : [`${path}: ${JSON.stringify(json)}`];
  if (json.type === 'array') {
    const own = json.maxItems === undefined && json.prefixItems === undefined ? [`${path}[]`] : [];
    return [...own, ...unbounded(json.items, `${path}[]`, seen)];
  }
  if (json.type === 'object') {
    const isRecord = typeof json.additionalProperties === 'object' && Object.keys(json.additionalProperties).length > 0;
    const own = isRecord && json.maxProperties === undefined ? [`${path}{}`] : [];
    const fields = Object.entries(json.properties ?? {}).flatMap(([key, each]) =>
      unbounded(each, `${path}.${key}`, seen),
    );
    return [...own, ...fields, ...(isRecord ? unbounded(json.additionalProperties, `${path}{}`, seen) : [])];
  }
  return [];
}

const inputs = [
  ...API_CALLS.flatMap(({ method, path, params, query, headers, body }) =>
    Object.entries({ params, query, headers, body }).map(
      ([part, schema]) => [`${method} ${path} ${part}`, schema] as const,
    ),
  ),
  ...AGENT_CALLS.map(({ name, input }) => [name, input instanceof z.ZodPipe ? input.def.out : input] as const),
].flatMap(([name, schema]) => (schema === null ? [] : [[name, schema] as const]));

describe('what callers send has limits', () => {
  it.each(inputs)('%s', (_, schema) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
    expect(unbounded(json, '')).toEqual([]);
  });
});
