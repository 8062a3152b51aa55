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
    _id: id,
    name,
    country_code: location,
    country_name: locationName(location),
    description,
    created_at: isoOf(agent.createdAt),
    activated_at: isoOf(agent.activatedAt),
    last_sync_at: isoOf(agent.lastSyncAt),
    last_report_at: isoOf(agent.lastReportAt),
    last_active_at: isoOf(agent.lastReportAt),
    is_active: isActive(agent, nowMs),
    registered,
    status: agentBadge(agent, nowMs),
    health_status: agent.activatedAt === null ? null : agentHealth(agent, nowMs),
    endpoint_count: agent.endpointCount,
    app_version: device?.appVersion ?? null,
    ...deviceEntries(agent),
    registration_code: code,
    registration_expires_at: code === null ? null : isoOf(registration?.expiresAt ?? null),
  };
}

function deviceEntries({ device, ipAddress }: Agent): Pick<AgentEntry, 'device_info' | 'device_metrics'> {
  if (!device) return { device_info: null, device_metrics: null };
  const { batteryPercent, batteryCharging, memoryUsage } = device;
  return {
    device_info: {
      device_name: device.deviceName,
      device_id: device.deviceId,
      os_name: device.osName,
      os_version: device.osVersion,
      ip_address: ipAddress,
      battery_percent: batteryPercent,
      battery_charging: batteryCharging,
    },
    device_metrics: { battery_level: batteryPercent, is_charging: batteryCharging, memory_usage: memoryUsage },
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
  return { ...entry, registration_code: code, registration_expires_at: isoOf(expiresAt) };
}
