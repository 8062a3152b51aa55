import type { LocationEntry } from './location-table.ts';

/**
 * The place of what the server itself finds out, such as missing heartbeats: it votes like a location, but has no
 * agents, and no user chooses it (docs/heartbeats.md, Status).
 */
export const SERVER_LOCATION = 'server';

export const SERVER_ENTRY: LocationEntry = { names: { en: 'Farwatch' } };
