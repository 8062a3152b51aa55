import type { z } from 'zod';
import { isSame } from '../is-same.ts';

/** A field of a monitor or an endpoint that its owner can edit. */
export type EditableField<Stored extends z.ZodType = z.ZodType> = {
  /** The value in documents and answers. */
  stored: Stored;
  /** The value in requests, parsed to the stored one. */
  input: z.ZodType<z.output<Stored>>;
  /** The value if a document or a request has none. */
  default: Unchanged<z.output<Stored>>;
  /** Whether a request must have it. */
  isRequired: boolean;
  /** `list`: in every answer; an endpoint's is copied to its monitor's document. `detail`: in answers about one. */
  answeredIn: 'list' | 'detail' | null;
  /** Its name in assignments, if agents need it; default values are left out there. */
  assignedAs: string | null;
  /** Whether another value makes an endpoint another target: a new revision, pending, without votes or incidents. */
  raisesRevision?: boolean;
  /** Merges two edits; without it the user chooses one of two different values. */
  merge?(base: z.output<Stored>, local: z.output<Stored>, remote: z.output<Stored>): z.output<Stored>;
};
type Unchanged<Value> = Value extends readonly (infer Each)[] ? readonly Each[] : Value;
export type EditableFields = Readonly<Record<string, EditableField>>;

/** The values of all fields of a table. */
export type ValuesOf<F extends EditableFields> = { [Name in keyof F]: z.output<F[Name]['stored']> };
type WithDefault<Field extends EditableField, Schema extends z.ZodType> = Field['isRequired'] extends true
  ? Schema
  : z.ZodDefault<Schema>;
type StoredShape<F extends EditableFields> = { [Name in keyof F]: WithDefault<F[Name], F[Name]['stored']> };
type InputShape<F extends EditableFields> = { [Name in keyof F]: WithDefault<F[Name], F[Name]['input']> };
type ChangeShape<F extends EditableFields> = { [Name in keyof F]: z.ZodOptional<F[Name]['input']> };
type AnsweredName<F extends EditableFields, In> = {
  [Name in keyof F]: F[Name]['answeredIn'] extends In ? Name : never;
}[keyof F];

/** Declares a field with the narrowest types. */
export function editableField<Stored extends z.ZodType, const Field extends EditableField<Stored>>(
  field: Field & { stored: Stored },
): Field {
  return field;
}

/** The only cast: an object built from a table's fields has the shape that the table's type defines. */
function collect<Result>(entries: (readonly [name: string, value: unknown])[]): Result {
  return Object.fromEntries(entries) as Result;
}

/** Returns the names of a table's fields. */
export function fieldNames<F extends EditableFields>(fields: F): (keyof F & string)[] {
  return Object.keys(fields);
}

/** Returns a value for each field. `getValue` must return one that fits the field. */
export function mapFields<F extends EditableFields>(
  fields: F,
  getValue: (name: keyof F & string, field: EditableField) => unknown,
): ValuesOf<F> {
  return collect(Object.entries(fields).map(([name, field]) => [name, getValue(name, field)]));
}

/** Returns an object's values of the fields only. */
export function pickFields<F extends EditableFields>(fields: F, values: ValuesOf<F>): ValuesOf<F> {
  return mapFields(fields, (name) => values[name]);
}

/** Returns the fields' default values. */
export function defaultsOf<F extends EditableFields>(fields: F): ValuesOf<F> {
  return mapFields(fields, (_, field) => field.default);
}

/** Returns the fields whose values differ between two objects. */
export function changedFields<F extends EditableFields>(
  fields: F,
  before: ValuesOf<F>,
  after: ValuesOf<F>,
): EditableField[] {
  return Object.entries(fields).flatMap(([name, field]) => (isSame(before[name], after[name]) ? [] : [field]));
}

/** Returns the fields' shape in documents. */
export function storedShape<F extends EditableFields>(fields: F): StoredShape<F> {
  return collect(Object.entries(fields).map(([name, field]) => [name, orDefault(field, field.stored)]));
}

/** Returns the fields' shape in requests that give all of them. */
export function inputShape<F extends EditableFields>(fields: F): InputShape<F> {
  return collect(Object.entries(fields).map(([name, field]) => [name, orDefault(field, field.input)]));
}

/** Returns the fields' shape in requests that change some of them. */
export function changeShape<F extends EditableFields>(fields: F): ChangeShape<F> {
  return collect(Object.entries(fields).map(([name, field]) => [name, field.input.optional()]));
}

function orDefault(field: EditableField, schema: z.ZodType): z.ZodType {
  return field.isRequired ? schema : schema.default(field.default);
}

/** Returns the shape of the fields in answers of lists, or only of details. */
export function answeredShape<F extends EditableFields, In extends 'list' | 'detail'>(
  fields: F,
  where: In,
): Pick<StoredShape<F>, AnsweredName<F, In>> {
  const shape: Readonly<Record<string, unknown>> = storedShape(fields);
  return collect(answeredNames(fields, where).map((name) => [name, shape[name]]));
}

/** Returns the values of the fields in answers of lists, or only of details. */
export function answeredValues<F extends EditableFields, In extends 'list' | 'detail'>(
  fields: F,
  where: In,
  values: Pick<ValuesOf<F>, AnsweredName<F, In>>,
): Pick<ValuesOf<F>, AnsweredName<F, In>> {
  const all: Readonly<Record<string, unknown>> = values;
  return collect(answeredNames(fields, where).map((name) => [name, all[name]]));
}

function answeredNames(fields: EditableFields, where: 'list' | 'detail'): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.answeredIn === where);
}

/** Returns the shape of the fields in assignments, under their names there. */
export function assignedShape<F extends EditableFields>(
  fields: F,
): { [Name in keyof F as F[Name]['assignedAs'] & string]: StoredShape<F>[Name] } {
  const assigned = Object.values(fields).filter(({ assignedAs }) => assignedAs !== null);
  return collect(assigned.map((field) => [field.assignedAs ?? '', orDefault(field, field.stored)]));
}

/** Returns the values of the fields in assignments, without default values, which the schema adds. */
export function assignedValues<F extends EditableFields>(
  fields: F,
  values: ValuesOf<F>,
): { [Name in keyof F as F[Name]['assignedAs'] & string]: ValuesOf<F>[Name] } {
  return collect(
    Object.entries(fields).flatMap(([name, field]) => {
      const isLeftOut = field.assignedAs === null || (!field.isRequired && isSame(values[name], field.default));
      return isLeftOut ? [] : [[field.assignedAs ?? '', values[name]] as const];
    }),
  );
}
