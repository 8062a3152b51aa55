import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { SECOND_MS } from '@farwatch/core/time';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Ms since the machine started, its sleep included; NaN where the system does not say. */
export function machineUptime(): number {
  try {
    return uptime() * SECOND_MS;
  } catch {
    return Number.NaN; // kept from this process
  }
}

/** Another text each time the machine starts, the same for all processes until then; where it has none, one of this process. */
export function bootId(path = BOOT_ID): string {
  try {
    return readFileSync(path, 'utf8').replace(/\W/g, '') || processId();
  } catch {
    return processId(); // not Linux
  }
}

/** A text of this process alone. */
export function processId(): string {
  return randomBytes(16).toString('hex');
}
