import type { Device } from '@farwatch/core/agents/device';
import { MINUTE_MS } from '@farwatch/core/time';
import { type Battery, readBattery } from './battery.ts';
import { readIdentity } from './identity.ts';
import { memoryUsage } from './memory.ts';

const BATTERY_FOR_MS = MINUTE_MS;

/** A reader of the machine's facts for each report. The battery is read at most once a minute. */
export async function deviceReader(fallbackId: string): Promise<() => Promise<Device>> {
  const identity = await readIdentity(fallbackId);
  let battery: Promise<Battery> | null = null;
  let readAtMs = 0;
  return async () => {
    if (!battery || performance.now() - readAtMs > BATTERY_FOR_MS) {
      battery = readBattery();
      readAtMs = performance.now();
    }
    const { percent, charging } = await battery;
    return { ...identity, batteryPercent: percent, batteryCharging: charging, memoryUsage: await memoryUsage() };
  };
}
