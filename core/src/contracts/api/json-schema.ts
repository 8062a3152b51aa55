import { z } from 'zod';
import { apiNamesOf } from '../../values/api-name.ts';

/** A part of a JSON Schema or of the API's description. */
export type Json = { [key: string]: unknown };

type BaseSchema = z.core.JSONSchema.BaseSchema;

/**
 * JSON Schema 2020-12, as OpenAPI 3.1 uses it, with the API's names, of the input before parsing or of the answer. It
 * does not exclude other fields of an answer, because later versions may add some.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema: described }) => {
      useApiNames(zodSchema, described);
      simplify(described);
      if (io === 'output') leaveOutRules(described);
    },
  });
  return rest;
}

/** Leaves out what only a sender must know: an answer has every field, and later versions may have more of them. */
function leaveOutRules(described: BaseSchema): void {
  if (described.additionalProperties === false) delete described.additionalProperties;
  for (const rule of SENDERS_RULES) delete described[rule];
}

const SENDERS_RULES = [
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'maxProperties',
  'propertyNames',
] as const;

function useApiNames(zodSchema: z.core.$ZodType, described: BaseSchema): void {
  if (!(zodSchema instanceof z.ZodObject)) return;
  const shape: Readonly<Record<string, z.core.$ZodType>> = zodSchema.def.shape;
  const namesOf = (key: string) => (shape[key] ? apiNamesOf(key, shape[key]) : [key]);
  const { properties = {}, required } = described;
  described.properties = Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) => namesOf(key).map((name) => [name, field])),
  );
  if (required) described.required = required.flatMap(namesOf);
}

/** Leaves out what adds nothing: pattern and length of a time, the bounds of an exact integer, a union with null. */
function simplify(described: BaseSchema): void {
  if (described.format === 'date-time' || described.format === 'date') {
    delete described.pattern;
    delete described.maxLength;
  }
  if (described.minimum === Number.MIN_SAFE_INTEGER) delete described.minimum;
  if (described.maximum === Number.MAX_SAFE_INTEGER) delete described.maximum;
  if (JSON.stringify(described.propertyNames) === '{"type":"string"}') delete described.propertyNames;
  const [value, none] = described.anyOf ?? [];
  if (!value || described.anyOf?.length !== 2 || none?.type !== 'null') return;
  if (typeof value.type !== 'string' || !PRIMITIVES.has(value.type) || value.enum || 'const' in value) return;
  delete described.anyOf;
  // The type of a schema is a list in JSON Schema, which zod's own type of one leaves out.
  Object.assign(described, value, { type: [value.type, 'null'] });
}

const PRIMITIVES: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);
