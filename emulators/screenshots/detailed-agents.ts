import { CONDITION, DEVICE } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Account } from '../e2e/testing/accounts.ts';
import { seedAgent } from '../e2e/testing/agent-screen.ts';

/** The agents of an admin: a healthy one, one with every problem, and one without a device. */
export type DetailedAgents = { healthyId: string; failingId: string; newId: string };

/** Adds agents with all their details to an admin's account. */
export async function seedDetailedAgents(admin: Account, nowMs = Date.now()): Promise<DetailedAgents> {
  const phone = {
    ...DEVICE,
    deviceName: 'pixel-7',
    deviceId: 'f3b1c0de-5f7a-4f0e-9a57',
    osName: 'Android',
    osVersion: '15',
  };
  const hosts = Array.from({ length: 87 }, (_, index) => ({
    name: `Checkout of shop ${index + 1}`,
    url: `https://shop-${index + 1}.farwatch.test/a/rather/long/path/to/the/checkout?of=${index}`,
    group: index % 3 > 0 ? 'Shops of the north' : 'A monitor with a rather long name that its owner chose',
    last: index % 11 === 4 ? null : index % 9 !== 5,
  }));
  const isOffline = (slotMs: number) =>
    Math.floor(slotMs / HOUR_MS) % 97 < 5 || Math.floor(slotMs / MINUTE_MS / 10) % 131 === 0;
  const problems = { abstaining: true, droppedChecks: 12, refusedReports: 1, inMemory: true, clockOffsetMs: -42_000 };
  const [healthyId, failingId, newId] = await Promise.all([
    seedAgent(admin, {
      agent: {
        name: 'Taipei, rack 7',
        description: 'In the basement, next to the switch that must not be touched',
        activatedAt: nowMs - 19.4 * DAY_MS,
        device: { ...phone, batteryPercent: 87, batteryCharging: true },
        // Stays active until all pictures are taken.
        lastReportAt: nowMs + HOUR_MS,
      },
      isPresentAt: (slotMs) => !isOffline(slotMs),
      endpoints: { [`${admin.uid}h`]: hosts },
    }),
    seedAgent(admin, {
      agent: {
        name: 'Bangkok-with-a-name-that-is-far-too-long-for-any-phone',
        location: 'th',
        device: { ...phone, batteryPercent: 12, batteryCharging: false, memoryUsage: 96 },
        condition: { ...CONDITION, ...problems, spoolOldestAt: nowMs - 3 * HOUR_MS },
        abstainingSince: nowMs - 40 * MINUTE_MS,
        lastReportAt: nowMs - 2 * HOUR_MS,
        endpointCount: 5000,
      },
      isPresentAt: (slotMs) => slotMs % DAY_MS < 5 * HOUR_MS,
    }),
    seedAgent(admin, {
      agent: {
        name: 'Not yet there',
        location: 'bd',
        ...{
          registered: false,
          device: null,
          condition: null,
          activatedAt: null,
          lastReportAt: null,
          lastSyncAt: null,
        },
      },
    }),
  ]);
  return { healthyId, failingId, newId };
}
