import { z } from 'zod';
import { checkOptionsInputSchema, checkOptionsSchema } from '../check-options.ts';
import { dependenciesSchema } from '../dependency.ts';
import { atMsSchema, lineSchema, textSchema } from '../fields.ts';
import { LIMITS, SHORT_INTERVALS_SEC } from '../limits.ts';
import { agentLocationSchema, LOCATION_CODES, type LocationCode, locationCodeSchema } from '../locations.ts';
import { managedKeySchema, managedSchema } from '../managed.ts';
import { slowMsSchema } from '../slow.ts';
import { mergeTags, tagsInputSchema } from '../tags.ts';
import { DEFAULT_UPTIME_TARGET, uptimeTargetSchema } from '../uptime-target.ts';
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

/** A pause of a monitor or an endpoint. `pausedUntilMs`: when it ends by itself, epoch ms; null for by hand only. */
const pauseFields = {
  paused: editableField({
    stored: z.boolean(),
    input: z.boolean(),
    default: false,
    isRequired: false,
    answeredIn: 'list',
    assignedAs: null,
  }),
  pausedUntilMs: editableField({
    stored: atMsSchema.nullable(),
    input: atMsSchema.nullable(),
    default: null,
    isRequired: false,
    answeredIn: 'list',
    assignedAs: null,
  }),
} as const satisfies EditableFields;

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
  /** Seconds between two checks of an endpoint; null for the account's interval. */
  intervalSec: editableField({
    stored: z.literal(SHORT_INTERVALS_SEC).nullable(),
    input: z.literal(SHORT_INTERVALS_SEC).nullable(),
    default: null,
    isRequired: false,
    answeredIn: 'list',
    assignedAs: 'intervalSec',
  }),
  /** The percentage of the known time that its endpoints should be up, which reports measure against. */
  uptimeTarget: editableField({
    stored: uptimeTargetSchema,
    input: uptimeTargetSchema,
    default: DEFAULT_UPTIME_TARGET,
    isRequired: false,
    answeredIn: 'list',
    assignedAs: null,
  }),
  ...pauseFields,
  /** Requests may also have objects with a code. Answers add each location's incidents. */
  locations: editableField({
    stored: z.array(locationCodeSchema),
    input: z
      .array(z.union([agentLocationSchema, z.object({ code: agentLocationSchema }).transform((entry) => entry.code)]))
      .min(1)
      .max(20)
      .transform((codes): LocationCode[] => LOCATION_CODES.filter((code) => codes.includes(code))),
    default: [],
    isRequired: true,
    answeredIn: null,
    assignedAs: null,
    merge: (base: LocationCode[], local: LocationCode[], remote: LocationCode[]) =>
      LOCATION_CODES.filter((code) => (local.includes(code) === base.includes(code) ? remote : local).includes(code)),
  }),
  /** While one of these is down, failures of this monitor are not announced (docs/notifications.md, Dependencies). */
  dependsOn: editableField({
    stored: dependenciesSchema,
    input: dependenciesSchema,
    default: [],
    isRequired: false,
    answeredIn: 'list',
    assignedAs: 'dependsOn',
  }),
  /** What a file manages it as (docs/files.md); null if none does. */
  managed: editableField({
    stored: managedSchema.nullable(),
    input: managedSchema.nullable(),
    default: null,
    isRequired: false,
    answeredIn: 'list',
    assignedAs: null,
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
  /** How its URL is checked; null for a plain check of its type. Secrets are masked, see `check-secrets.ts`. */
  check: editableField({
    stored: checkOptionsSchema.nullable(),
    input: checkOptionsInputSchema,
    default: null,
    isRequired: false,
    answeredIn: 'detail',
    assignedAs: 'check',
    raisesRevision: true,
  }),
  /** Assigned by location, see `assignedEndpointSchema`. */
  slowMs: editableField({
    stored: slowMsSchema,
    input: slowMsSchema,
    default: null,
    isRequired: false,
    answeredIn: 'detail',
    assignedAs: null,
  }),
  ...pauseFields,
  /** Its key in the file that manages its monitor, so that it keeps its history if its URL changes there. */
  managedKey: editableField({
    stored: managedKeySchema.nullable(),
    input: managedKeySchema.nullable(),
    default: null,
    isRequired: false,
    answeredIn: 'detail',
    assignedAs: null,
  }),
} as const satisfies EditableFields;

export type MonitorFields = ValuesOf<typeof MONITOR_FIELDS>;
export type MonitorFieldName = keyof MonitorFields;
export type EndpointFields = ValuesOf<typeof ENDPOINT_FIELDS>;
export type EndpointFieldName = keyof EndpointFields;
