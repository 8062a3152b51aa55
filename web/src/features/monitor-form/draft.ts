import type { MonitorInput, monitorInputSchema } from '@farwatch/core/api/monitors';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { LOCATION_CODES } from '@farwatch/core/locations';
import type { z } from 'zod';
import type { WithId } from '../../lib/live/read-document.ts';

/** The form's fields, before the schema has read them; and what the schema makes of them, which is sent. */
export type Draft = z.input<typeof monitorInputSchema>;
export type Saved = MonitorInput;

/** A new monitor is watched from everywhere until its owner says otherwise. */
export const NEW_DRAFT: Draft = { name: '', description: '', locations: [...LOCATION_CODES], endpoints: [] };

/** A stored monitor as the form edits it. */
export function draftOf(monitor: Monitor, endpoints: readonly WithId<Endpoint>[]): Draft {
  return {
    name: monitor.name,
    description: monitor.description,
    locations: [...monitor.locations],
    endpoints: endpoints.map(({ id, url, name, description }) => ({ id, url, name, description })),
  };
}

/** How many endpoints the account would have once the draft is saved. `stored`: those of this monitor that it has now. */
export function endpointsAfter(current: number, stored: number, drafted: number): number {
  return Math.max(0, current - stored) + drafted;
}
