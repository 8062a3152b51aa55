import { z } from 'zod';
import { clip } from '../clip.ts';
import { countSchema, idSchema } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { locationCodeSchema, orderedLocations } from '../locations.ts';
import { urlSchema } from '../url.ts';
import { isoSchema, lineSchema } from './parts.ts';

const descriptionSchema = z.string().trim().max(LIMITS.descriptionLength);

/**
 * An endpoint of a monitor to create or replace. `id` keeps the endpoint it names; an empty name is made up by
 * `endpointName`.
 */
export const endpointInputSchema = z.object({
  id: idSchema.optional(),
  url: urlSchema,
  name: lineSchema.optional(),
  description: descriptionSchema.default(''),
});
export type EndpointInput = z.infer<typeof endpointInputSchema>;

/**
 * `POST /monitors` and `PUT /monitors/{id}`. Locations may be codes or objects with a code. The number of endpoints is
 * not limited here: too many is `limit_reached`, not `invalid`.
 */
export const monitorInputSchema = z.object({
  name: lineSchema.min(1),
  description: descriptionSchema.default(''),
  locations: z
    .array(z.union([locationCodeSchema, z.object({ code: locationCodeSchema }).transform((entry) => entry.code)]))
    .min(1)
    .max(20)
    .transform((codes) => orderedLocations(codes)),
  endpoints: z
    .array(endpointInputSchema)
    .min(1)
    .refine((list) => areDistinct(list.map((endpoint) => endpoint.url)), 'the same URL stands twice')
    .refine((list) => areDistinct(list.flatMap((endpoint) => endpoint.id ?? [])), 'the same endpoint stands twice'),
});
export type MonitorInput = z.infer<typeof monitorInputSchema>;

/**
 * `PUT /monitors/{id}`. With the `version` that was read, a monitor that has changed since stays as it is and the
 * answer is `edited_meanwhile`; without one the input replaces what is there.
 */
export const monitorReplacementSchema = monitorInputSchema.extend({ version: countSchema.optional() });

/** All that an edit of a monitor can change, its endpoints in their order, and the version that this is. */
export const monitorTextSchema = z.object({
  version: countSchema,
  name: z.string(),
  description: z.string(),
  locations: z.array(locationCodeSchema),
  endpoints: z.array(z.object({ id: idSchema, url: z.string(), name: z.string(), description: z.string() })),
});
export type MonitorText = z.infer<typeof monitorTextSchema>;
export type EndpointText = MonitorText['endpoints'][number];

function areDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** An endpoint's name: the given one, else its description in one line, else 'Endpoint n' with its place from 1. */
export function endpointName(endpoint: Pick<EndpointInput, 'name' | 'description'>, index: number): string {
  const line = endpoint.description.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return endpoint.name || clip(line, LIMITS.nameLength).trim() || `Endpoint ${index + 1}`;
}

/** The answer to a created or replaced monitor. */
export const monitorSavedSchema = z.object({ id: idSchema, name: z.string() });
export type MonitorSaved = z.infer<typeof monitorSavedSchema>;

/**
 * `POST /monitors/{id}/test` and `POST /endpoints/{id}/test`: the locations whose agents were asked, and when by the server's
 * clock: checks from then on are the answer. `checked_just_now` are endpoints that were not asked for again, for they were
 * lately and nothing about them has changed since.
 */
export const testRequestedSchema = z.object({
  success: z.boolean(),
  locations: z.array(locationCodeSchema),
  requested_at: isoSchema,
  checked_just_now: z.array(idSchema),
});
export type TestRequested = z.infer<typeof testRequestedSchema>;
