import { accountCalls } from './account.ts';
import { activityCalls } from './activity.ts';
import { agentCalls } from './agents.ts';
import type { ApiCall } from './call.ts';
import { channelCalls } from './channels.ts';
import { dashboardCalls } from './dashboard.ts';
import { domainCalls } from './domains.ts';
import { endpointCalls } from './endpoints.ts';
import { healthCalls } from './health.ts';
import { historyCalls } from './history.ts';
import { incidentActionCalls } from './incident-actions.ts';
import { incidentCalls } from './incidents.ts';
import { keyCalls } from './keys.ts';
import { lineCalls } from './line.ts';
import { locationCalls } from './locations.ts';
import { loginCalls } from './logins.ts';
import { maintenanceCalls } from './maintenance.ts';
import { managedCalls } from './managed.ts';
import { meCalls } from './me.ts';
import { accountsCalls, invitationCalls, memberCalls } from './members.ts';
import { messageCalls } from './messages.ts';
import { metricsCalls } from './metrics.ts';
import { monitorCalls } from './monitors.ts';
import { notificationCalls } from './notifications.ts';
import { pageCalls, pageOperatorCalls } from './pages.ts';
import { paymentCalls } from './payments.ts';
import { publicationCalls } from './publications.ts';
import { pushCalls } from './push.ts';
import { reportCalls } from './reports.ts';
import { rotationCalls } from './rotations.ts';
import { settingsCalls } from './settings.ts';
import { sharedIncidentCalls } from './shared-incidents.ts';
import { summaryCalls } from './summaries.ts';
import { trialCalls } from './trials.ts';
import { wholeIncidentCalls } from './whole-incident.ts';

/** Every call, of the API and of the payments service. */
export const API_CALLS: readonly ApiCall[] = [
  meCalls,
  settingsCalls,
  accountCalls,
  keyCalls,
  memberCalls,
  invitationCalls,
  accountsCalls,
  rotationCalls,
  loginCalls,
  activityCalls,
  monitorCalls,
  managedCalls,
  endpointCalls,
  domainCalls,
  trialCalls,
  locationCalls,
  historyCalls,
  dashboardCalls,
  metricsCalls,
  incidentCalls,
  wholeIncidentCalls,
  incidentActionCalls,
  messageCalls,
  reportCalls,
  maintenanceCalls,
  sharedIncidentCalls,
  pageCalls,
  publicationCalls,
  pageOperatorCalls,
  agentCalls,
  notificationCalls,
  pushCalls,
  lineCalls,

  channelCalls,
  summaryCalls,
  paymentCalls,
  healthCalls,
].flatMap((calls): ApiCall[] => Object.values(calls));
