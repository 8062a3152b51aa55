import { endpointName, type MonitorInput, type monitorInputSchema } from '@farwatch/core/api/monitors';
import { LOCATION_CODES } from '@farwatch/core/locations';
import type { MonitorEdit } from '@farwatch/core/monitors/merge-edits';
import { normalizeUrl } from '@farwatch/core/url';
import type { z } from 'zod';
import type { UrlEntry } from './url-rows.ts';

/** The form's fields before parsing, and the parsed values that are sent. */
export type Draft = z.input<typeof monitorInputSchema>;
export type Saved = MonitorInput;
export type Entry = Draft['endpoints'][number];

/** A new monitor is checked from all locations by default. */
export const NEW_DRAFT: Draft = { name: '', description: '', locations: [...LOCATION_CODES], endpoints: [] };

/** A monitor as the form edits it. */
export function draftOf({ name, description, locations, endpoints }: MonitorEdit): Draft {
  return { name, description, locations: [...locations], endpoints: endpoints.map((each) => ({ ...each })) };
}

/** The form's content for merging with others' edits: as it would be stored, as far as that is known. */
export function editOf({ name, description = '', locations, endpoints }: Draft): MonitorEdit {
  return {
    name: name.trim(),
    description: description.trim(),
    locations: locations.map((each) => (typeof each === 'string' ? each : each.code)),
    endpoints: endpoints.map((each, index) => ({
      id: each.id ?? '',
      url: normalizeUrl(each.url) ?? each.url,
      name: nameToSave(each, index) ?? '',
      description: each.description?.trim() ?? '',
    })),
  };
}

/** The values to send. An emptied name is sent as the one shown in its place, or the stored one would remain. */
export function sentOf(saved: Saved): Saved {
  const endpoints = saved.endpoints.map((each, index) => ({ ...each, name: nameToSave(each, index) }));
  return { ...saved, endpoints };
}

function nameToSave({ id, name, description = '' }: Entry, index: number): string | undefined {
  const typed = name?.trim();
  return typed || isNew(id) ? typed : endpointName({ description: description.trim() }, index);
}

const NEW_ID = /^new(\d+)$/;

function isNew(id: string | undefined): boolean {
  return id === undefined || NEW_ID.test(id);
}

/** The form's entries plus new ones at the end. Their ids are local; the server assigns others. */
export function withMore(entries: readonly Entry[], more: readonly UrlEntry[]): Entry[] {
  const numbers = entries.map(({ id }) => Number(NEW_ID.exec(id ?? '')?.[1] ?? 0));
  const first = Math.max(0, ...numbers) + 1;
  return [...entries, ...more.map((each, index) => ({ id: `new${first + index}`, ...each }))];
}

/** How many endpoints the account would have after saving the draft. `stored`: those this monitor has now. */
export function endpointsAfter(current: number, stored: number, drafted: number): number {
  return Math.max(0, current - stored) + drafted;
}
