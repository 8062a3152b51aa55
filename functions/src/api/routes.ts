import { getAgentAvailability } from './agents/agent-availability.ts';
import { getAgentEndpoints } from './agents/agent-endpoints.ts';
import { getAgentSegments } from './agents/agent-segments.ts';
import { getAgentStats } from './agents/agent-stats.ts';
import { getAvailableLocations } from './agents/available-locations.ts';
import { createAgent } from './agents/create-agent.ts';
import { deleteAgent } from './agents/delete-agent.ts';
import { listAgents } from './agents/list-agents.ts';
import { getLocationPerformance } from './agents/location-performance.ts';
import { resetAgent } from './agents/reset-agent.ts';
import { triggerSync } from './agents/trigger-sync.ts';
import { getSummary } from './dashboard/summary.ts';
import { addEndpoint } from './endpoints/add-endpoint.ts';
import { getBatchMetrics } from './endpoints/batch-metrics.ts';
import { changeEndpoint } from './endpoints/change-endpoint.ts';
import { deleteEndpoint } from './endpoints/delete-endpoint.ts';
import { deleteEndpoints } from './endpoints/delete-endpoints.ts';
import { getEndpointAvailability } from './endpoints/get-availability.ts';
import { getChecks } from './endpoints/get-checks.ts';
import { getEndpoint } from './endpoints/get-endpoint.ts';
import { getHistory } from './endpoints/get-history.ts';
import { getStatusHistory } from './endpoints/get-status-history.ts';
import { listEndpoints } from './endpoints/list-endpoints.ts';
import { testEndpoint } from './endpoints/test-endpoint.ts';
import { listIncidents } from './incidents/list-incidents.ts';
import { listMonitorIncidents } from './incidents/list-monitor-incidents.ts';
import { createMonitor } from './monitors/create-monitor.ts';
import { deleteMonitor } from './monitors/delete-monitor.ts';
import { getEndpointLimits } from './monitors/endpoint-limits.ts';
import { getMonitor } from './monitors/get-monitor.ts';
import { listMonitors } from './monitors/list-monitors.ts';
import { replaceMonitor } from './monitors/replace-monitor.ts';
import { testMonitor } from './monitors/test-monitor.ts';
import { findTelegramChats } from './notifications/find-telegram-chats.ts';
import { getNotifications, putNotifications } from './notifications/settings.ts';
import { verifyRoutes } from './notifications/verify-channel.ts';
import { claimPayment } from './payments/claim-payment.ts';
import { listPayments } from './payments/list-payments.ts';
import type { Route } from './route.ts';
import { getMe, putMe } from './users/me.ts';
import { getSettings, putAccount, putMonitorSettings } from './users/settings.ts';

const ALL: readonly Route[] = [
  getMe,
  putMe,
  getSettings,
  putAccount,
  putMonitorSettings,
  listMonitors,
  getEndpointLimits,
  getMonitor,
  createMonitor,
  replaceMonitor,
  deleteMonitor,
  testMonitor,
  listEndpoints,
  addEndpoint,
  deleteEndpoints,
  getBatchMetrics,
  getEndpoint,
  changeEndpoint,
  deleteEndpoint,
  testEndpoint,
  getHistory,
  getChecks,
  getEndpointAvailability,
  getStatusHistory,
  getSummary,
  listIncidents,
  listMonitorIncidents,
  listAgents,
  getAvailableLocations,
  createAgent,
  deleteAgent,
  resetAgent,
  triggerSync,
  getAgentStats,
  getAgentEndpoints,
  getAgentAvailability,
  getAgentSegments,
  getLocationPerformance,
  getNotifications,
  putNotifications,
  ...verifyRoutes,
  findTelegramChats,
  listPayments,
  claimPayment,
];

/** Every route of the API. Fixed paths go first: `/monitors/endpoint-limits` is no monitor's id. */
export const ROUTES: readonly Route[] = ALL.toSorted((a, b) => parametersIn(a) - parametersIn(b));

function parametersIn({ call: { path } }: Route): number {
  return path.split('/:').length - 1;
}
