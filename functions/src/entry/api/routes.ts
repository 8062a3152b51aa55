import type { Route } from '../../platform/http/route.ts';
import { announcePassword, copyAccountPart, keepAccount, scheduleClosing } from './account.ts';
import { listActivity } from './activity.ts';
import { getAgentAvailability, getAgentEndpoints, getAgentSegments, getAgentStats } from './agents/agent-metrics.ts';
import { createAgent, deleteAgent, listAgents, resetAgent, triggerSync } from './agents/agents.ts';
import { listLocationSupport } from './agents/location-support.ts';
import { getAvailableLocations, getLocationPerformance } from './agents/locations.ts';
import {
  createChannel,
  deleteChannel,
  listChannels,
  replaceChannel,
  setChannelDuty,
  setChannelTiming,
  testChannel,
  testStoredChannel,
} from './channels/channels.ts';
import { previewNotifications } from './channels/preview.ts';
import { getDashboardNumbers } from './dashboard.ts';
import { getBatchMetrics } from './endpoints/batch-metrics.ts';
import { getChecks, getEndpointAvailability, getHistory, getStatusHistory } from './endpoints/endpoint-history.ts';
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  deleteEndpoints,
  getEndpoint,
  getEndpointDomain,
  listEndpoints,
  moveEndpointsTo,
  pauseEndpoint,
  pauseEndpoints,
  replaceEndpointPingUrl,
  testEndpoint,
} from './endpoints/endpoints.ts';
import { getHealth, getSystemHealth } from './health.ts';
import { getEndpointHistory, getMonitorUptime, getUptimes } from './history/history.ts';
import { exportIncidents } from './incidents/export-incidents.ts';
import {
  acknowledgeIncidents,
  assignIncidentTo,
  noteIncident,
  snoozeIncidents,
  unacknowledgeIncidents,
} from './incidents/incident-actions.ts';
import { getIncidentAlerts } from './incidents/incident-alerts.ts';
import { listIncidents, listMonitorIncidents } from './incidents/incidents.ts';
import { getIncident } from './incidents/whole-incident.ts';
import { createKey, listKeys, removeKey, revokeKey } from './keys.ts';
import { findLineSenders } from './line/find-senders.ts';
import { decideLogin, readLogin, startLogin, takeKey } from './logins.ts';
import { changeWindow, createWindow, endOccurrence, listWindows, removeWindow } from './maintenance/maintenance.ts';
import { listManagedMonitors, listManagedOthers } from './managed.ts';
import {
  acceptInvitation,
  changeMember,
  createInvitation,
  declineInvitation,
  leaveAccount,
  listAccounts,
  listMembers,
  removeMember,
  revokeInvitation,
} from './members.ts';
import { listMessages, resendMessage } from './messages.ts';
import { getMetricPush, saveMetricPush, testMetricPush } from './metric-push.ts';
import { getMetrics } from './metrics.ts';
import {
  changeMonitor,
  createMonitor,
  deleteMonitor,
  getEndpointLimits,
  getMonitor,
  listMonitors,
  pauseMonitor,
  replaceMonitor,
  testMonitor,
} from './monitors/monitors.ts';
import { getNotifications, putNotifications } from './notifications/settings.ts';
import { findTelegramChats, verifyTelegram } from './notifications/telegram.ts';
import { putLogo, removeLogo } from './pages/logo.ts';
import { blockPage, listPageReports } from './pages/operators.ts';
import { changePage, checkSlug, createPage, getPage, listPages, removePage } from './pages/pages.ts';
import { previewPage } from './pages/preview.ts';
import { claimPayment, listPayments } from './payments.ts';
import {
  changePublication,
  createPublication,
  listPublications,
  removePublication,
  updatePublication,
} from './publications.ts';
import { getPushKey } from './push-key.ts';
import { getReport, getReportCsv } from './reports.ts';
import {
  changeRotation,
  createRotation,
  listRotations,
  listShifts,
  overrideRotation,
  removeOverride,
  removeRotation,
} from './rotations.ts';
import { acknowledgeShared, getSharedIncident, snoozeShared, unacknowledgeShared } from './shared-incidents.ts';
import { getSummarySettings, previewSummary, putSummarySettings, testSummary } from './summaries.ts';
import { transferAccount } from './transfer.ts';
import { createTrial, readTrial } from './trials.ts';
import { getMe, getSettings, putAccount, putMe, putMonitorSettings } from './users/users.ts';

const ALL: readonly Route[] = [
  getMe,
  putMe,
  getSettings,
  putAccount,
  putMonitorSettings,
  copyAccountPart,
  scheduleClosing,
  keepAccount,
  announcePassword,
  listKeys,
  createKey,
  removeKey,
  revokeKey,
  startLogin,
  takeKey,
  readLogin,
  decideLogin,
  listActivity,
  listMonitors,
  getEndpointLimits,
  getMonitor,
  createMonitor,
  replaceMonitor,
  changeMonitor,
  deleteMonitor,
  testMonitor,
  pauseMonitor,
  listManagedMonitors,
  listManagedOthers,
  listEndpoints,
  addEndpoint,
  deleteEndpoints,
  getBatchMetrics,
  getEndpoint,
  getEndpointDomain,
  changeEndpoint,
  deleteEndpoint,
  testEndpoint,
  createTrial,
  readTrial,
  listLocationSupport,
  pauseEndpoint,
  pauseEndpoints,
  moveEndpointsTo,
  replaceEndpointPingUrl,
  getHistory,
  getChecks,
  getEndpointAvailability,
  getStatusHistory,
  getEndpointHistory,
  getMonitorUptime,
  getUptimes,
  getDashboardNumbers,
  getMetrics,
  getMetricPush,
  saveMetricPush,
  testMetricPush,
  listIncidents,
  listMonitorIncidents,
  exportIncidents,
  getIncidentAlerts,
  getIncident,
  listMessages,
  resendMessage,
  acknowledgeIncidents,
  unacknowledgeIncidents,
  snoozeIncidents,
  noteIncident,
  assignIncidentTo,
  getReport,
  getReportCsv,
  getSharedIncident,
  acknowledgeShared,
  unacknowledgeShared,
  snoozeShared,
  listWindows,
  createWindow,
  changeWindow,
  endOccurrence,
  removeWindow,
  listMembers,
  changeMember,
  removeMember,
  createInvitation,
  revokeInvitation,
  acceptInvitation,
  declineInvitation,
  listAccounts,
  leaveAccount,
  transferAccount,
  listRotations,
  listShifts,
  createRotation,
  changeRotation,
  removeRotation,
  overrideRotation,
  removeOverride,
  listPages,
  checkSlug,
  createPage,
  getPage,
  changePage,
  removePage,
  putLogo,
  removeLogo,
  previewPage,
  listPublications,
  createPublication,
  changePublication,
  updatePublication,
  removePublication,
  listPageReports,
  blockPage,
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
  verifyTelegram,
  findTelegramChats,
  getPushKey,
  findLineSenders,

  listChannels,
  createChannel,
  testChannel,
  previewNotifications,
  replaceChannel,
  setChannelDuty,
  setChannelTiming,
  deleteChannel,
  testStoredChannel,
  getSummarySettings,
  putSummarySettings,
  previewSummary,
  testSummary,
  listPayments,
  claimPayment,
  getHealth,
  getSystemHealth,
];

/** All routes. Fixed paths come first, so that `endpoint-limits` is not taken for a monitor's id. */
export const ROUTES: readonly Route[] = ALL.toSorted((a, b) => parametersIn(a) - parametersIn(b));

function parametersIn({ call: { path } }: Route): number {
  return path.split('/:').length - 1;
}
