import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { CHECK_FEATURES } from '@farwatch/core/values/check-features';
import type { Device } from '@farwatch/core/values/device';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { type Battery, readBattery } from './battery.ts';
import { readIdentity } from './identity.ts';

const BATTERY_FOR_MS = MINUTE_MS;

/**
 * A reader of the device's state for each report. The battery is read at most once a minute. `hasPing`: whether it can
 * send echo requests.
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

/** Share of the machine's memory in use, in percent, without what the system could free at once. */
export async function memoryUsage(meminfo = '/proc/meminfo'): Promise<number> {
  const text = await readFile(meminfo, 'utf8').catch(() => ''); // not Linux
  const [total, available] = ['MemTotal', 'MemAvailable'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN),
  );
  const share = total && available ? 1 - available / total : 1 - freemem() / totalmem();
  return Math.round(share * 1000) / 10;
}
