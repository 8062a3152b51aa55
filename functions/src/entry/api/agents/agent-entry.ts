import type { AgentCreated, AgentEntry } from '@farwatch/core/contracts/api/agents';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { agentBadge, agentHealth, isActive } from '@farwatch/core/decisions/agents/health';
import type { Agent, Registration } from '@farwatch/core/documents/agent';
import { locationName } from '@farwatch/core/values/locations';

type KnownAgent = { id: string; agent: Agent; registration: Registration | null };

/** An agent in API answers. */
export function agentEntry({ id, agent, registration }: KnownAgent, nowMs: number): AgentEntry {
  const { name, location, description, device, registered } = agent;
  const code = registration?.code ?? null;
  return {
    id,
    name,
    countryCode: location,
    countryName: locationName(location),
    description,
    createdAt: isoOf(agent.createdAt),
    activatedAt: isoOf(agent.activatedAt),
    lastSyncAt: isoOf(agent.lastSyncAt),
    lastReportAt: isoOf(agent.lastReportAt),
    lastActiveAt: isoOf(agent.lastReportAt),
    isActive: isActive(agent, nowMs),
    registered,
    status: agentBadge(agent, nowMs),
    healthStatus: agent.activatedAt === null ? null : agentHealth(agent, nowMs),
    endpointCount: agent.endpointCount,
    appVersion: device?.appVersion ?? null,
    ...deviceEntries(agent),
    registrationCode: code,
    registrationExpiresAt: code === null ? null : isoOf(registration?.expiresAt ?? null),
  };
}

function deviceEntries({ device, ipAddress }: Agent): Pick<AgentEntry, 'deviceInfo' | 'deviceMetrics'> {
  if (!device) return { deviceInfo: null, deviceMetrics: null };
  const { batteryPercent, batteryCharging, memoryUsage } = device;
  return {
    deviceInfo: {
      deviceName: device.deviceName,
      deviceId: device.deviceId,
      osName: device.osName,
      osVersion: device.osVersion,
      ipAddress,
      batteryPercent,
      batteryCharging,
    },
    deviceMetrics: { batteryLevel: batteryPercent, isCharging: batteryCharging, memoryUsage },
  };
}

/** The entry with a new registration code. */
export function withCode(
  id: string,
  agent: Agent,
  registration: Registration & { code: string },
  nowMs: number,
): AgentCreated {
  const { code, expiresAt } = registration;
  const entry = agentEntry({ id, agent, registration }, nowMs);
  return { ...entry, registrationCode: code, registrationExpiresAt: isoOf(expiresAt) };
}
