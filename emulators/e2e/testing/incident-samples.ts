import type { Incident } from '@farwatch/core/documents/incident';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';

/** An endpoint by its host's name. */
export const site = (name: string) => ({ name, url: `https://${name}.farwatch.test/` });

/** Incidents that differ in every filter, range and sort order. The first belongs to the monitor. */
export function variety(monitorId: string, nowMs: number): Partial<Incident>[] {
  const ended = (agoMs: number, forMs: number): Partial<Incident> => {
    const [triggeredAt, resolvedAt] = [nowMs - agoMs, nowMs - agoMs + forMs];
    return { triggeredAt, status: 'resolved', resolvedAt, downLocations: [], locations: ['tw'] };
  };
  const expiring = {
    url: 'https://echo.farwatch.test/',
    expectedStatus: '200–399',
    actualStatus: null,
    error: null,
    certificateEndsAt: nowMs + 9 * DAY_MS,
    slow: {},
  };
  return [
    { monitorId, endpoint: site('alpha'), monitor: { name: 'Web shop' }, triggeredAt: nowMs - HOUR_MS },
    {
      ...ended(3 * HOUR_MS, 10 * MINUTE_MS),
      ...{ endpoint: site('bravo'), monitor: { name: 'Accounts' }, severity: 'minor', locations: ['th', 'bd'] },
    },
    {
      ...ended(3 * DAY_MS, 3 * HOUR_MS),
      ...{ endpoint: site('charlie'), monitor: { name: 'Payments' }, severity: 'major' },
    },
    { ...ended(20 * DAY_MS, 2 * MINUTE_MS), endpoint: site('delta'), monitor: { name: 'Blog' } },
    {
      triggeredAt: nowMs - 40 * DAY_MS,
      ...{ type: 'certificate', severity: 'informational', title: 'Certificate expires soon', details: expiring },
      ...{ endpoint: site('echo'), monitor: { name: 'Mail' }, downLocations: ['bd'], location: 'bd' },
    },
    { ...ended(41 * DAY_MS, HOUR_MS), endpoint: site('foxtrot'), monitor: { name: 'Old' } },
  ];
}

/** 500 incidents of the last day, a minute apart; every tenth is active. */
export function many(nowMs: number): Partial<Incident>[] {
  return Array.from({ length: 500 }, (_, index) => {
    const triggeredAt = nowMs - (index + 1) * MINUTE_MS;
    const resolved = { status: 'resolved' as const, resolvedAt: triggeredAt + MINUTE_MS, downLocations: [] };
    return { triggeredAt, endpoint: site(`host-${index}`), ...(index % 10 === 0 ? {} : resolved), locations: ['tw'] };
  });
}
