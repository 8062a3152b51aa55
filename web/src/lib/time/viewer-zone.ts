import { currentZone } from '@farwatch/core/values/current-zone';

/** The viewer's time zone by its current name; in it days begin. */
export function viewerZone(): string {
  return currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
