import {
  type EndpointContent,
  endpointName,
  type MonitorContent,
  type MonitorInput,
  monitorInputSchema,
} from '@farwatch/core/contracts/api/monitors';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import {
  defaultsOf,
  type EditableFields,
  mapFields,
  pickFields,
  type ValuesOf,
} from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { UrlEntry } from './paste.ts';

/** The form's values before and after parsing. */
export type DraftForm = UseFormReturn<MonitorContent, unknown, MonitorInput>;

/** Parses the form's values as the API does. */
export const draftSchema = z
  .custom<MonitorContent>()
  .transform((draft): z.input<typeof monitorInputSchema> => draft)
  .pipe(monitorInputSchema);

/** A new monitor is checked from all locations by default. */
export const NEW_DRAFT: MonitorContent = {
  ...defaultsOf(MONITOR_FIELDS),
  locations: [...LOCATION_CODES],
  endpoints: [],
};

/** A monitor as the form edits it. */
export function draftOf(monitor: MonitorContent): MonitorContent {
  return { ...pickFields(MONITOR_FIELDS, monitor), endpoints: monitor.endpoints };
}

/** The form's content for merging with others' edits: as it would be stored, as far as it is valid. */
export function editOf(draft: MonitorContent): MonitorContent {
  return {
    ...parseValid(MONITOR_FIELDS, draft),
    endpoints: draft.endpoints.map((each, index) => {
      return { id: each.id, ...parseValid(ENDPOINT_FIELDS, each), name: nameToSave(each, index) };
    }),
  };
}

function parseValid<F extends EditableFields>(fields: F, values: ValuesOf<F>): ValuesOf<F> {
  return mapFields(fields, (name, { input }) => {
    const parsed = input.safeParse(values[name]);
    return parsed.success ? parsed.data : values[name];
  });
}

/** The values to send. An emptied name is sent as the one shown in its place, or the stored one would remain. */
export function sentOf(parsed: MonitorInput): MonitorInput {
  const endpoints = parsed.endpoints.map((each, index) => ({ ...each, name: nameToSave(each, index) }));
  return { ...parsed, endpoints };
}

function nameToSave({ id, name, description }: MonitorInput['endpoints'][number], index: number): string {
  const typed = name.trim();
  return typed || isNew(id) ? typed : endpointName({ description: description.trim() }, index);
}

const NEW_ID = /^new(\d+)$/;

function isNew(id: string | undefined): boolean {
  return id === undefined || NEW_ID.test(id);
}

/** The form's entries plus new ones at the end. Their ids are local; the server assigns others. */
export function withMore(entries: readonly EndpointContent[], more: readonly UrlEntry[]): EndpointContent[] {
  const numbers = entries.map(({ id }) => Number(NEW_ID.exec(id)?.[1] ?? 0));
  const first = Math.max(0, ...numbers) + 1;
  const added = more.map((each, index) => ({ id: `new${first + index}`, ...defaultsOf(ENDPOINT_FIELDS), ...each }));
  return [...entries, ...added];
}

/** How many endpoints the account would have after saving the draft. `stored`: those this monitor has now. */
export function endpointsAfter(current: number, stored: number, drafted: number): number {
  return Math.max(0, current - stored) + drafted;
}
