import { expect, it } from 'vitest';
import { z } from 'zod';
import { API_CALLS } from './api/calls.ts';
import { AGENT_CALLS } from './calls/agent-calls.ts';

type Schema = z.core.$ZodType;

/** Texts with half of a surrogate pair: of most fields that are not ids or the like, one has the form. */
const HALVES = ['', '$.', 'https://farwatch.test/', 'tcp://farwatch.test/', 'x'.repeat(40)].flatMap((start) => [
  `${start}\ud83d`,
  `${start}\udc00`,
]);

/** The schemas of all texts in a schema, also of keys, with their paths. A transformed text is one with its transform. */
function textsIn(schema: Schema, path: string): [path: string, text: Schema][] {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [[path, schema]];
  if (schema instanceof z.ZodPipe) {
    if (schema.def.in instanceof z.ZodString) return [[path, schema]];
    const given = textsIn(schema.def.in, path);
    return given.length > 0 ? given : textsIn(schema.def.out, path);
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.def.shape).flatMap(([key, field]) => textsIn(field, `${path}.${key}`));
  }
  if (schema instanceof z.ZodRecord) {
    return [...textsIn(schema.def.keyType, `${path} key`), ...textsIn(schema.def.valueType, `${path}.*`)];
  }
  if (schema instanceof z.ZodArray) return textsIn(schema.def.element, `${path}.*`);
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => textsIn(item, `${path}.*`));
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap((option) => textsIn(option, path));
  const isWrapper = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodCatch].some((each) => schema instanceof each);
  if (isWrapper) return textsIn(Reflect.get(schema._zod.def, 'innerType'), path);
  if (!TEXTLESS.has(schema._zod.def.type)) throw new Error(`${path}: texts in ${schema._zod.def.type} are not known`);
  return [];
}

const TEXTLESS = new Set(['null', 'boolean', 'enum', 'literal', 'number', 'transform', 'unknown']);

function isStorable(schema: Schema): boolean {
  const taken = HALVES.flatMap((text) => z.safeParse(schema, text).data ?? []);
  return taken.every((text) => typeof text === 'string' && text.isWellFormed());
}

it('every text of an agent or caller is refused or becomes one that can be stored', () => {
  // Parameters, queries and headers have no escapes for half of a pair.
  const bodies = API_CALLS.flatMap(({ method, path, body }) => (body ? textsIn(body, `${method} ${path}`) : []));
  const texts = [...AGENT_CALLS.flatMap(({ name, input }) => textsIn(input, name)), ...bodies];
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.flatMap(([path, schema]) => (isStorable(schema) ? [] : path))).toEqual([]);
});
