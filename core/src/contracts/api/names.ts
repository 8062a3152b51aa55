import { z } from 'zod';
import { apiNamesOf } from '../../values/api-name.ts';

type Schema = z.core.$ZodType;
type Rename = (object: object, fields: Readonly<Record<string, Schema>>, isStrict: boolean) => object;

/** Returns a value of the code with the API's field names. Fields that are not in the schema are left out. */
export function toApiNames(schema: Schema, value: unknown): unknown {
  return renameFields(schema, value, (object, fields) => {
    const entries = Object.entries(fields).flatMap(([key, field]) => {
      if (!(key in object)) return [];
      const named = toApiNames(field, Reflect.get(object, key));
      return apiNamesOf(key, field).map((name) => [name, named]);
    });
    return Object.fromEntries(entries);
  });
}

/** Returns a value of the API, valid or not, with the code's field names. A strict schema sees unknown fields. */
export function fromApiNames(schema: Schema, value: unknown): unknown {
  return renameFields(schema, value, (object, fields, isStrict) => {
    const unknown = isStrict ? Object.entries(object).filter(([name]) => !Object.hasOwn(fields, name)) : [];
    const entries = Object.entries(fields).flatMap(([key, field]) => {
      const name = apiNamesOf(key, field).find((each) => Object.hasOwn(object, each));
      return name === undefined ? [] : [[key, fromApiNames(field, Reflect.get(object, name))]];
    });
    return Object.fromEntries([...unknown, ...entries]);
  });
}

/** Returns the path of an issue with the API's field names. */
export function toApiPath(schema: Schema, path: readonly PropertyKey[]): PropertyKey[] {
  const [key, ...rest] = path;
  if (key === undefined) return [];
  const inner = unwrap(schema);
  const field = inner instanceof z.ZodObject ? inner.def.shape[String(key)] : itemOf(inner);
  return field ? [apiNamesOf(String(key), field)[0], ...toApiPath(field, rest)] : [...path];
}

function renameFields(schema: Schema, value: unknown, rename: Rename): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    return Array.isArray(value) ? value : rename(value, inner.def.shape, inner.def.catchall instanceof z.ZodNever);
  }
  const item = itemOf(inner);
  return item ? renameItems(value, (each) => renameFields(item, each, rename)) : value;
}

function renameItems(value: object, rename: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(rename);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rename(item)]));
}

/** The schema of a list's items or a record's values. A union is left alone: none may have a named field. */
function itemOf(schema: Schema): Schema | null {
  if (schema instanceof z.ZodArray) return schema.def.element;
  return schema instanceof z.ZodRecord ? schema.def.valueType : null;
}

/** The schema within optional, nullable and default, and before a transform. */
function unwrap(schema: Schema): Schema {
  if (schema instanceof z.ZodPipe) return unwrap(schema.def.in);
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? unwrap(schema.def.innerType) : schema;
}
