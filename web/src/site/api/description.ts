import type { Json } from '@farwatch/core/contracts/api/json-schema';
import { describeApi } from '@farwatch/core/texts/api-description';
import type { Texts } from '@farwatch/core/texts/texts';

/** The parts of a JSON Schema that the description uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

type Ref = { $ref: string };
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type InJson = { 'application/json': { schema: Schema } };
type Content = { content: InJson };
type AnswerContent = { content: InJson | { 'text/plain': { schema: Schema } } };
export type Operation = {
  summary: string;
  description?: string;
  parameters: (Parameter | Ref)[];
  requestBody?: Content;
  responses: Record<string, AnswerContent | Ref>;
};
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, AnswerContent>;
  };
};

/** The API's description (`/api/openapi.json`), with the types of what it consists of. */
export function readDescription(texts: Texts): Description {
  return typed(describeApi(texts));
}

/** Core generates the document in this form, which `openapi.test.ts` there checks. */
function typed(document: Json): Description {
  return JSON.parse(JSON.stringify(document)) as Description;
}

/** The last part of a reference. */
export function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The component that is referred to, or the value itself. */
export function resolve<Value extends object>(value: Value | Ref, components: Readonly<Record<string, Value>>): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value;
  const found = components[nameOfRef(value.$ref)];
  if (!found) throw new Error(`The description has no ${value.$ref}`);
  return found;
}
