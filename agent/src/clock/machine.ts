import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { SECOND_MS } from '@farwatch/core/time';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Ms since the machine started, its sleep included; NaN if the system does not say. */
export function machineUptime(): number {
  try {
    return uptime() * SECOND_MS;
  } catch {
    return Number.NaN; // hidden from this process
  }
}

/**
 * A text that is different after each start of the machine and the same for all processes until then; of this process
 * alone if the system has none.
 */
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
