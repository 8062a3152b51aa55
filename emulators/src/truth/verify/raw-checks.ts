import { unpackChecks } from '@farwatch/core/values/pack';
import { HOUR_MS, hourStart, MINUTE_MS } from '@farwatch/core/values/time';
import type { World } from '../world.ts';
import { documentsOf, type Finding } from './observations.ts';

/** Each check that an agent stored has arrived exactly once, and the hourly roll-ups count the same checks. */
export function checkRawChecks(world: World): Finding[] {
  const arrived = new Map<string, number>();
  const hourly = new Map<string, number>();
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const { agentId, windowAt, checks } of documentsOf(world, 'windows').values()) {
    for (const [ownerId, reports] of Object.entries(checks)) {
      for (const { endpoint, at } of Object.values(reports).flatMap((packed) => unpackChecks(packed, windowAt))) {
        const key = `${agentId} ${endpoint}`;
        if (seen.has(`${key} ${at}`)) findings.push({ rule: 'no check arrives twice', what: `${key} ${at}` });
        seen.add(`${key} ${at}`);
        arrived.set(key, (arrived.get(key) ?? 0) + 1);
        const hour = `${ownerId} ${key} ${hourStart(windowAt)}`;
        hourly.set(hour, (hourly.get(hour) ?? 0) + 1);
      }
    }
  }
  return [...findings, ...checkLost(world, arrived), ...checkHours(world, hourly)];
}

/** Faults that make an agent lose checks that it stored, as documented. */
const EXCUSES = new Set(['power-cut', 'disk-full', 'set-clock', 'replace-agent', 'sleep']);
/** The last checks may still be on their way when the world ends, or the process died before it reported them. */
const STILL_ON_THEIR_WAY = 12;

function checkLost(world: World, arrived: ReadonlyMap<string, number>): Finding[] {
  const { faults } = world.scenario;
  // An agent drops the checks of what it no longer checks.
  if (faults.some((fault) => ['edit', 'pause', 'replace-agent'].includes(fault.do))) return [];
  return world.hosts.flatMap(({ agentId, storedChecks }, index) => {
    if (faults.some((fault) => EXCUSES.has(fault.do) && 'host' in fault && fault.host === index)) return [];
    return [...storedChecks].flatMap(([endpoint, count]): Finding[] => {
      const found = arrived.get(`${agentId} ${endpoint}`) ?? 0;
      if (found >= count - STILL_ON_THEIR_WAY) return [];
      return [{ rule: 'no check is lost', what: `${agentId} ${endpoint}: ${found} of ${count}` }];
    });
  });
}

function checkHours(world: World, hourly: ReadonlyMap<string, number>): Finding[] {
  const stored = new Map<string, number>();
  for (const { ownerId, hourAt, endpoints } of documentsOf(world, 'hours').values()) {
    for (const [endpoint, byAgent] of Object.entries(endpoints)) {
      for (const [agentId, { count }] of Object.entries(byAgent)) {
        stored.set(`${ownerId} ${agentId} ${endpoint} ${hourAt}`, count);
      }
    }
  }
  return [...hourly].flatMap(([key, count]): Finding[] => {
    const hourAt = Number(key.slice(key.lastIndexOf(' ')));
    const isOver = hourAt + HOUR_MS + 20 * MINUTE_MS < world.timeline.nowMs;
    const found = stored.get(key) ?? 0;
    return isOver && found !== count
      ? [{ rule: 'an hour counts its checks', what: `${key}: ${found} of ${count}` }]
      : [];
  });
}
