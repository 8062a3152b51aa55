import { z } from 'zod';
import { refineEndpoint } from '../contracts/api/monitors.ts';
import { MOST_DEPENDENCIES } from '../values/dependency.ts';
import { boundedRecord, idSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { LOCATION_CODES } from '../values/locations.ts';
import { inputShape } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { fileChannelSchema, filePageSchema, fileWindowSchema } from './dependent-schema.ts';
import { keySchema } from './keys.ts';

/** What only the app or the server sets; `paused` that is left out stays as it is. */
const {
  managedKey: _managedKey,
  pausedUntilMs: _endpointUntil,
  paused: endpointPaused,
  ...endpointShape
} = inputShape(ENDPOINT_FIELDS);
const {
  managed: _managed,
  pausedUntilMs: _until,
  paused: monitorPaused,
  name: monitorName,
  locations,
  dependsOn: _dependsOn,
  ...monitorShape
} = inputShape(MONITOR_FIELDS);

const endpointSchema = z
  .strictObject({ ...endpointShape, paused: endpointPaused.unwrap().optional() })
  .superRefine(refineEndpoint);

/** Monitors by their keys, or endpoints as `monitor/endpoint`; each once. */
const dependsOnSchema = z
  .array(
    z
      .string()
      .max(161)
      .regex(/^[^/]+(\/[^/]+)?$/, 'not a key, nor two as a/b'),
  )
  .max(MOST_DEPENDENCIES)
  .refine((all) => new Set(all).size === all.length, 'twice')
  .default([]);

/**
 * A monitor: the fields that requests have. `id`: the monitor of the account that its first apply takes over. By
 * default its key is its name, and it is checked from everywhere.
 */
const monitorSchema = z.strictObject({
  id: idSchema.optional(),
  name: monitorName.optional(),
  ...monitorShape,
  dependsOn: dependsOnSchema,
  locations: locations.default([...LOCATION_CODES]),
  paused: monitorPaused.unwrap().optional(),
  endpoints: boundedRecord(keySchema, endpointSchema, LIMITS.bodyValues / 4).superRefine(refineUrls),
});

function refineUrls(endpoints: Readonly<Record<string, { url: string }>>, context: z.RefinementCtx): void {
  const keys = Object.keys(endpoints);
  if (keys.length === 0) context.addIssue({ code: 'custom', message: 'a monitor needs an endpoint' });
  const seen = new Set<string>();
  for (const key of keys) {
    const url = endpoints[key]?.url ?? '';
    if (seen.has(url)) context.addIssue({ code: 'custom', path: [key, 'url'], message: 'the same URL appears twice' });
    seen.add(url);
  }
}

/** A file, or one of several that are read together; one of them has the project. */
export const fileSchema = z.strictObject({
  project: keySchema.optional(),
  monitors: boundedRecord(keySchema, monitorSchema, LIMITS.bodyValues / 4).default({}),
  channels: boundedRecord(keySchema, fileChannelSchema, LIMITS.bodyValues / 4).default({}),
  maintenance: boundedRecord(keySchema, fileWindowSchema, LIMITS.bodyValues / 4).default({}),
  pages: boundedRecord(keySchema, filePageSchema, LIMITS.bodyValues / 4).default({}),
});
export type ManagedFile = z.output<typeof fileSchema>;
export type FileMonitor = ManagedFile['monitors'][string];

/** Returns the JSON Schema (draft 07) by which editors complete and check a file. */
export function fileJsonSchema(): object {
  const schema = z.toJSONSchema(fileSchema, {
    target: 'draft-7',
    io: 'input',
    // The type of a check may be left out, since the URL names it; then several types may fit.
    override: ({ jsonSchema }) => {
      if (jsonSchema.oneOf) {
        jsonSchema.anyOf = jsonSchema.oneOf;
        delete jsonSchema.oneOf;
      }
      const { type } = jsonSchema.properties ?? {};
      if (typeof type === 'object' && 'const' in type && jsonSchema.required) {
        jsonSchema.required = jsonSchema.required.filter((name) => name !== 'type');
      }
    },
  });
  return { title: 'farwatch.yaml', ...schema };
}
