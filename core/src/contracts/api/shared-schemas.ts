import type { Json } from './json-schema.ts';

/** Where a schema is in the description. `names`: what may name it, the most general first. */
type SchemaPlace = { names: readonly string[]; isInput: boolean };
/** Puts a schema into the description, and returns it. */
export type PutSchema = (schema: Json, place: SchemaPlace) => Json;

/** A shorter schema is repeated rather than referred to. */
const SHARED_FROM_LENGTH = 45;

/**
 * Builds a description in which each schema that several places have is a component, named after where it is, and
 * returns it with the components by name. A schema that is put must be an object of its own: it may become a reference.
 */
export function withSharedSchemas<Built>(build: (put: PutSchema) => Built): { built: Built; components: Json } {
  const found: Found = new Map();
  const roots: Json[] = [];
  const built = build((schema, place) => {
    countSchemas(schema, place, found);
    roots.push(schema);
    return schema;
  });
  const shared = [...found].filter(([, places]) => places.length > 1);
  const names = nameSchemas(shared.toSorted(byImportance));
  const components: Json = {};
  const refer = (schema: Json): Json => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return mapParts(schema, refer);
    if (!Object.hasOwn(components, name)) {
      components[name] = {};
      components[name] = mapParts(schema, refer);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  for (const root of roots) {
    const referring = refer(root);
    for (const key of Object.keys(root)) delete root[key];
    Object.assign(root, referring);
  }
  return { built, components: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Whether a schema is a thing of its own: an object, a choice, or what has a pattern. Lists and nullable values refer to it. */
function isWorthAName(schema: Json, text: string): boolean {
  if (text.length < SHARED_FROM_LENGTH) return false;
  const { type, properties, additionalProperties, anyOf, oneOf, enum: choices, pattern } = schema;
  if (schema.examples) return true;
  const isNullable =
    (Array.isArray(anyOf) && anyOf.length === 2 && JSON.stringify(anyOf[1]) === '{"type":"null"}') ||
    Array.isArray(type);
  return (
    !isNullable && [properties, additionalProperties, anyOf, oneOf, choices, pattern].some((each) => each !== undefined)
  );
}

/** The places of each schema, by its text. */
type Found = Map<string, readonly SchemaPlace[]>;

/** Answers come first, and of them the largest, so that they get the plain names. */
function byImportance(
  [text, [place]]: readonly [string, readonly SchemaPlace[]],
  [other, [otherPlace]]: readonly [string, readonly SchemaPlace[]],
): number {
  return Number(place?.isInput) - Number(otherPlace?.isInput) || other.length - text.length;
}

/** Counts each schema that is worth a name, and its parts unless the same schema was counted before. */
function countSchemas(schema: Json, place: SchemaPlace, found: Found): void {
  const text = JSON.stringify(schema);
  if (isWorthAName(schema, text)) {
    const known = found.get(text);
    found.set(text, [...(known ?? []), place]);
    if (known) return;
  }
  mapParts(schema, (part, name) => {
    const { names: given } = place;
    const names =
      name === null
        ? withConstant(given, part)
        : name === ITEM
          ? [...given.slice(0, -1), singular(given.at(-1) ?? '')]
          : [...given, name];
    countSchemas(part, { ...place, names }, found);
    return part;
  });
}

/** The name of the schema of errors, which is added to the shared ones. */
const RESERVED = { Error: '' };

/** Gives each text a name that no other one has. */
function nameSchemas(schemas: readonly [string, readonly SchemaPlace[]][]): Map<string, string> {
  const texts: Record<string, string> = { ...RESERVED };
  for (const [text, places] of schemas) {
    const { names: given, isInput } = mostUsual(places);
    const names = given.filter((name) => name !== 'Data');
    const [last = 'Schema', before = ''] = names.toReversed();
    const wished = [last, ...(isInput ? [`${last}Input`] : []), `${before}${last}`, names.join('')];
    texts[wished.find((each) => !Object.hasOwn(texts, each)) ?? firstFree(last, texts)] = text;
  }
  return new Map(Object.entries(texts).map(([name, text]) => [text, name]));
}

/** The first of the places whose name is the most frequent. */
function mostUsual(places: readonly SchemaPlace[]): SchemaPlace {
  const groups = [...Map.groupBy(places, ({ names }) => names.at(-1)).values()];
  const [[place] = []] = groups.toSorted((one, other) => other.length - one.length);
  return place ?? { names: [], isInput: false };
}

/** A variant of a union is named by its type, too: `TcpCheck`. */
function withConstant(names: readonly string[], { properties }: Json): string[] {
  const type: unknown = Reflect.get(Object(Reflect.get(Object(properties), 'type')), 'const');
  return typeof type === 'string' ? [...names.slice(0, -1), capital(type) + (names.at(-1) ?? '')] : [...names];
}

/** Represents the name of what a list or a record has. */
const ITEM = '';

/** Maps the schemas within a schema; `name` is that of a property, ITEM for what a list has, null for a variant. */
function mapParts(schema: Json, map: (part: Json, name: string | null) => Json): Json {
  const each = (part: unknown, name: string | null) => (isJson(part) ? map(part, name) : part);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isJson(value)) {
        const fields = Object.entries(value).map(([name, part]) => [name, each(part, pascalCase(name))]);
        return [key, Object.fromEntries(fields)];
      }
      if (key === 'propertyNames') return [key, each(value, 'Key')];
      if (key === 'items' || key === 'additionalProperties') return [key, each(value, ITEM)];
      const isList = key === 'anyOf' || key === 'oneOf' || key === 'allOf' || key === 'prefixItems';
      return [key, isList && Array.isArray(value) ? value.map((part) => each(part, null)) : value];
    }),
  );
}

/** `last_check_at` becomes `LastCheckAt`. */
export function pascalCase(name: string): string {
  return name.split(/[_-]/).map(capital).join('');
}

/** `Entries` becomes `Entry`, `Statuses` `Status`, `Endpoints` `Endpoint`. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('ses')) return name.slice(0, -2);
  return name.endsWith('s') && !name.endsWith('ss') && !name.endsWith('us') ? name.slice(0, -1) : name;
}

/**
 * Replaces each value that several lists have with a reference to a component of that section, and returns those by
 * name. `nameOf`: what a value may be called.
 */
export function shareValues(
  section: 'parameters' | 'responses',
  lists: readonly { list: Json | Json[]; nameOf: (value: Json, key: string) => string }[],
): Json {
  const places = lists.flatMap(({ list, nameOf }) =>
    Object.entries(list).flatMap(([key, value]) =>
      isJson(value) && !('$ref' in value) ? [{ list, key, value, name: nameOf(value, key) }] : [],
    ),
  );
  const components: Json = {};
  for (const [, [first, ...others]] of Map.groupBy(places, ({ value }) => JSON.stringify(value))) {
    if (!first || others.length === 0) continue;
    const name = firstFree(first.name, components);
    components[name] = first.value;
    for (const { list, key } of [first, ...others])
      Object.assign(list, { [key]: { $ref: `#/components/${section}/${name}` } });
  }
  return components;
}

/** The name, with a number if it is taken. */
function firstFree(name: string, taken: Json): string {
  for (let number = 2, each = name; ; number += 1) {
    if (!Object.hasOwn(taken, each)) return each;
    each = `${name}${number}`;
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
