import { z } from 'zod';
import { lineSchema, textSchema } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { LOCATION_CODES, type LocationCode, locationCodeSchema, orderedLocations } from '../locations.ts';
import { mergeTags, tagsInputSchema } from '../tags.ts';
import { urlSchema } from '../url.ts';
import { type EditableFields, editableField, type ValuesOf } from './field.ts';

const description = editableField({
  stored: z.string(),
  input: textSchema.max(LIMITS.descriptionLength),
  default: '',
  isRequired: false,
  answeredIn: 'detail',
  assignedAs: null,
});

/** Every field of a monitor that its owner can edit (docs/architecture.md, Extension points). */
export const MONITOR_FIELDS = {
  name: editableField({
    stored: z.string(),
    input: lineSchema.min(1),
    default: '',
    isRequired: true,
    answeredIn: 'list',
    assignedAs: 'group',
  }),
  description: { ...description, answeredIn: 'list' },
  tags: editableField({
    stored: z.array(z.string()),
    input: tagsInputSchema,
    default: [],
    isRequired: false,
    answeredIn: 'list',
    assignedAs: null,
    merge: mergeTags,
  }),
  /** Requests may also have objects with a code. Answers add each location's incidents. */
  locations: editableField({
    stored: z.array(locationCodeSchema),
    input: z
      .array(z.union([locationCodeSchema, z.object({ code: locationCodeSchema }).transform((entry) => entry.code)]))
      .min(1)
      .max(20)
      .transform((codes) => orderedLocations(codes)),
    default: [],
    isRequired: true,
    answeredIn: null,
    assignedAs: null,
    merge: (base: LocationCode[], local: LocationCode[], remote: LocationCode[]) =>
      LOCATION_CODES.filter((code) => (local.includes(code) === base.includes(code) ? remote : local).includes(code)),
  }),
} as const satisfies EditableFields;

/** Every field of an endpoint that its owner can edit (docs/architecture.md, Extension points). */
export const ENDPOINT_FIELDS = {
  url: editableField({
    stored: z.string(),
    input: urlSchema,
    default: '',
    isRequired: true,
    answeredIn: 'list',
    assignedAs: 'url',
    raisesRevision: true,
  }),
  /** An empty name in a request means the current one, or for a new endpoint the result of `endpointName`. */
  name: editableField({
    stored: z.string(),
    input: lineSchema,
    default: '',
    isRequired: false,
    answeredIn: 'list',
    assignedAs: 'name',
  }),
  description,
} as const satisfies EditableFields;

export type MonitorFields = ValuesOf<typeof MONITOR_FIELDS>;
export type MonitorFieldName = keyof MonitorFields;
export type EndpointFields = ValuesOf<typeof ENDPOINT_FIELDS>;
export type EndpointFieldName = keyof EndpointFields;
