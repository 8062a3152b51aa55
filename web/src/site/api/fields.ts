import { jsonSchema } from '@farwatch/core/contracts/api/json-schema';
import { idSchema, lineSchema } from '@farwatch/core/values/fields';
import { nameOfRef, type Schema } from './description.ts';

export type Schemas = Readonly<Record<string, Schema>>;
/** A field as its table shows it. `initial`: its default as JSON; null for none. */
export type FieldRow = {
  name: string;
  type: TypePart[];
  isRequired: boolean;
  initial: string | null;
  about: string | null;
};
/** A part of a type: text, code, or the name of a shape. */
export type TypePart = { text: string } | { code: string } | { shape: string };

/** Whether a component is shown as a shape of its own: one that has fields, or variants. */
export function isShape(schema: Schema): boolean {
  return Boolean(schema.properties ?? schema.oneOf) || isShapeOrNull(schema);
}

function isShapeOrNull({ anyOf }: Schema): boolean {
  return anyOf?.some((each) => each.properties || each.oneOf) ?? false;
}

/** The fields of an object, a list of objects or either of those or null; `prefix` is put before their names. */
export function fieldsOf(schema: Schema, schemas: Schemas, prefix = ''): FieldRow[] {
  const { items, additionalProperties, properties, required = [] } = withoutNull(inlined(schema, schemas));
  if (items) return fieldsOf(items, schemas, prefix === '' ? '[].' : `${prefix.slice(0, -1)}[].`);
  if (typeof additionalProperties === 'object') return fieldsOf(additionalProperties, schemas, `${prefix}*.`);
  return Object.entries(properties ?? {}).flatMap(([name, field]) => [
    {
      name: prefix + name,
      type: typeOf(field, schemas),
      isRequired: required.includes(name),
      initial: initialOf(field),
      about: field.description ?? null,
    },
    ...fieldsOf(field, schemas, `${prefix}${name}.`),
  ]);
}

/** The default of a value as JSON; null for none. */
export function initialOf({ default: initial }: Schema): string | null {
  return initial === undefined ? null : JSON.stringify(initial);
}

/** The type and bounds of a value, as text. */
export function typeOf(given: Schema, schemas: Schemas): TypePart[] {
  const schema = inlined(given, schemas);
  if (schema.$ref) return [{ shape: nameOfRef(schema.$ref) }];
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants)
    return joined(
      variants.map((each) => typeOf(each, schemas)),
      ' or ',
    );
  if (schema.const !== undefined) return [{ code: String(schema.const) }];
  if (schema.enum)
    return joined(
      schema.enum.map((each) => [{ code: String(each) }]),
      ', ',
    );
  if (schema.items)
    return [{ text: `list${countOf(schema.minItems, schema.maxItems)} of ` }, ...typeOf(schema.items, schemas)];
  if (typeof schema.additionalProperties === 'object')
    return [{ text: 'object whose values are ' }, ...typeOf(schema.additionalProperties, schemas)];
  if (schema.pattern === ID_PATTERN) return [{ text: 'id' }];
  if (schema.pattern === LINE_PATTERN) return [{ text: `${plainType(schema)}, in one line` }];
  return [{ text: plainType(schema) }, ...(schema.pattern ? [{ text: ', as ' }, { code: schema.pattern }] : [])];
}

const { pattern: ID_PATTERN } = jsonSchema(idSchema, 'input');
const { pattern: LINE_PATTERN } = jsonSchema(lineSchema, 'input');

const TYPE_NAMES: Readonly<Record<string, string>> = { 'date-time': 'time', uri: 'URL', email: 'email address' };

function plainType({
  type = 'any value',
  format,
  minLength,
  maxLength,
  minimum,
  maximum,
  exclusiveMinimum,
}: Schema): string {
  const types = [type].flat();
  const names = types.map((each) => (each === 'string' ? (TYPE_NAMES[format ?? ''] ?? each) : each));
  const least = minimum ?? exclusiveMinimum;
  const bounds = [
    ...(least === undefined && maximum === undefined ? [] : [rangeOf(least, maximum)]),
    ...(minLength === undefined && maxLength === undefined ? [] : [`${rangeOf(minLength, maxLength)} characters`]),
  ];
  return [names.join(' or '), ...bounds].join(', ');
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
}

function countOf(least: number | undefined, most: number | undefined): string {
  return least === undefined && most === undefined ? '' : ` of ${rangeOf(least, most)} entries`;
}

/** The schema that a reference to no shape means, as such a component has no table. */
function inlined(schema: Schema, schemas: Schemas): Schema {
  if (!schema.$ref) return schema;
  const found = schemas[nameOfRef(schema.$ref)];
  return found && !isShape(found)
    ? { ...found, ...(schema.default !== undefined && { default: schema.default }) }
    : schema;
}

/** The only variant other than null, or the schema itself. */
function withoutNull(schema: Schema): Schema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = others;
  return only && others.length === 1 ? only : schema;
}

function joined(parts: readonly TypePart[][], separator: string): TypePart[] {
  return parts.flatMap((each, index) => (index === 0 ? each : [{ text: separator }, ...each]));
}
