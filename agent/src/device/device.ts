import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECK_FEATURES } from '@farwatch/core/values/check-features';
import type { Device } from '@farwatch/core/values/device';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { readIdentity } from './identity.ts';

const BATTERY_FOR_MS = MINUTE_MS;

type Battery = { percent: number | null; charging: boolean | null };

/**
 * Returns a reader of the device's state for each report. The battery is read at most once a minute. `hasPing` is
 * whether it can send echo requests.
 */
export async function deviceReader(fallbackId: string, hasPing: boolean): Promise<() => Promise<Device>> {
  const identity = await readIdentity(fallbackId);
  let battery: Promise<Battery> | null = null;
  let readAtMs = 0;
  return async () => {
    if (!battery || performance.now() - readAtMs > BATTERY_FOR_MS) {
      battery = readBattery();
      readAtMs = performance.now();
    }
    const { percent, charging } = await battery;
    const state = { batteryPercent: percent, batteryCharging: charging, memoryUsage: await memoryUsage() };
    return { ...identity, ...state, features: CHECK_FEATURES.filter((feature) => feature !== 'icmp' || hasPing) };
  };
}

/** Returns the share of the machine's memory in use, in percent, without what the system could free at once. */
export async function memoryUsage(meminfo = '/proc/meminfo'): Promise<number> {
  const text = await readFile(meminfo, 'utf8').catch(() => ''); // not Linux
  const [total, available] = ['MemTotal', 'MemAvailable'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN),
  );
  const share = total && available ? 1 - available / total : 1 - freemem() / totalmem();
  return Math.round(share * 1000) / 10;
}

const NONE: Battery = { percent: null, charging: null };
const SUPPLIES = '/sys/class/power_supply';
const TERMUX_MS = 3_000;

const termuxSchema = z.object({ percentage: z.number().min(0).max(100), status: z.string() });

/** Returns the battery's charge: from Linux's power supplies, or on Android from Termux:API where it is installed. */
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
