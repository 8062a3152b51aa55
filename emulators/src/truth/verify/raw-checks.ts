import { unpackChecks } from '@farwatch/core/values/pack';
import type { World } from '../world.ts';
import { documentsOf, type Finding } from './observations.ts';

/** A check that an agent kept has arrived once: none is lost, none is there twice, and the hours count the same. */
export function checkChecks(world: World): Finding[] {
  const arrived = new Map<string, number>();
  const hourly = new Map<string, number>();
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const { agentId, windowAt, checks } of documentsOf(world, 'windows').values()) {
    for (const [ownerId, reports] of Object.entries(checks)) {
      for (const packed of Object.values(reports)) {
        for (const { endpoint, at } of unpackChecks(packed, windowAt)) {
          const key = `${agentId} ${endpoint}`;
          if (seen.has(`${key} ${at}`)) findings.push({ rule: 'no check comes twice', what: `${key} ${at}` });
          seen.add(`${key} ${at}`);
          arrived.set(key, (arrived.get(key) ?? 0) + 1);
          const hour = `${ownerId} ${key} ${windowAt - (windowAt % 3_600_000)}`;
          hourly.set(hour, (hourly.get(hour) ?? 0) + 1);
        }
      }
    }
  }
  return [...findings, ...checkLost(world, arrived), ...checkHours(world, hourly)];
}

/** What makes an agent lose checks that it kept, as the documents say: power cuts, full disks, set clocks, deletion. */
const EXCUSES = new Set(['power-cut', 'disk-full', 'set-clock', 'replace-agent', 'sleep']);

function checkLost(world: World, arrived: ReadonlyMap<string, number>): Finding[] {
  const findings: Finding[] = [];
  for (const [index, { agentId, kept }] of world.hosts.entries()) {
    const isExcused = world.scenario.faults.some(
      (fault) => EXCUSES.has(fault.do) && 'host' in fault && fault.host === index,
    );
    if (isExcused || world.scenario.faults.some((fault) => fault.do === 'edit' || fault.do === 'replace-agent'))
      continue;
    for (const [endpoint, count] of kept) {
      const here = arrived.get(`${agentId} ${endpoint}`) ?? 0;
      // The last may still be on their way when the world ends, or be of a process that ended before it was told.
      if (here < count - 12)
        findings.push({ rule: 'no check is lost', what: `${agentId} ${endpoint}: ${here} of ${count}` });
    }
  }
  return findings;
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
  const { nowMs } = world.timeline;
  return [...hourly].flatMap(([key, count]) => {
    const hourAt = Number(key.slice(key.lastIndexOf(' ')));
    const isOver = hourAt + 3_600_000 + 20 * 60_000 < nowMs;
    const found = stored.get(key) ?? 0;
    return isOver && found !== count
      ? [{ rule: 'an hour counts its checks', what: `${key}: ${found} of ${count}` }]
      : [];
  });
}
