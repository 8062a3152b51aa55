import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export type Battery = { percent: number | null; charging: boolean | null };

const NONE: Battery = { percent: null, charging: null };
const SUPPLIES = '/sys/class/power_supply';
const TERMUX_MS = 3_000;

const termuxSchema = z.object({ percentage: z.number().min(0).max(100), status: z.string() });

/** The battery's charge: from Linux's power supplies, or on Android from Termux:API where it is installed. */
export async function readBattery(supplies = SUPPLIES, platform: string = process.platform): Promise<Battery> {
  return platform === 'android' ? readTermux() : readSupplies(supplies);
}

async function readSupplies(folder: string): Promise<Battery> {
  const names = await readdir(folder).catch(() => []); // no such folder: no battery
  for (const name of names) {
    const read = (file: string) =>
      readFile(join(folder, name, file), 'utf8').then(
        (text) => text.trim(),
        () => '',
      );
    const [type, scope, capacity, status] = await Promise.all(['type', 'scope', 'capacity', 'status'].map(read));
    // Scope "Device" is a mouse's or a keyboard's.
    if (type !== 'Battery' || scope === 'Device' || !capacity) continue;
    return { percent: clampPercent(Number(capacity)), charging: isCharging(status ?? '') };
  }
  return NONE;
}

async function readTermux(): Promise<Battery> {
  try {
    const { stdout } = await promisify(execFile)('termux-battery-status', [], { timeout: TERMUX_MS });
    const { percentage, status } = termuxSchema.parse(JSON.parse(stdout));
    return { percent: percentage, charging: isCharging(status) };
  } catch {
    return NONE; // Termux:API is not installed
  }
}

function isCharging(status: string): boolean {
  return /^(charging|full)$/i.test(status);
}

function clampPercent(value: number): number | null {
  return Number.isNaN(value) ? null : Math.min(100, Math.max(0, value));
}
