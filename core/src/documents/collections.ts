import type { z } from 'zod';
import { activityCollection } from './activity.ts';
import { agentCollection, agentStateCollection, registrationCollection } from './agent.ts';
import { apiKeyCollection } from './api-key.ts';
import { assignmentCollection } from './assignment.ts';
import { checkSecretsCollection } from './check-secrets.ts';
import { closureCollection } from './closure.ts';
import type { CollectionDeclaration } from './collection.ts';
import { commandCollection } from './command.ts';
import { domainCollection } from './domain.ts';
import { endpointCollection, statusEventCollection } from './endpoint.ts';
import { evidenceCollection } from './evidence.ts';
import { heartbeatCollection } from './heartbeat.ts';
import { historyCollection, monthCollection, yearCollection } from './history.ts';
import { hourCollection } from './hour.ts';
import { incidentCollection } from './incident.ts';
import { leaseCollection } from './lease.ts';
import { lineSetupCollection } from './line-setup.ts';
import { loginCollection } from './login.ts';
import { maintenanceCollection } from './maintenance.ts';
import { invitationCollection, memberCollection } from './member.ts';
import { messageCollection } from './message.ts';
import { metricPushCollection } from './metric-push.ts';
import { monitorCollection } from './monitor.ts';
import { noticeCollection } from './notice.ts';
import { notificationSettingsCollection } from './notification-settings.ts';
import { outboxCollection } from './outbox.ts';
import { logoCollection, pageCollection } from './page.ts';
import { pageReportCollection } from './page-report.ts';
import { paymentCollection, paymentRecordCollection } from './payment.ts';
import { publicationCollection } from './publication.ts';
import { rdapServicesCollection } from './rdap-services.ts';
import { requestedTrialCollection } from './requested-trial.ts';
import { rotationCollection } from './rotation.ts';
import { signingKeyCollection } from './signing-key.ts';
import { snapshotCollection } from './snapshot.ts';
import { mailingCollection, subscribersCollection } from './subscribers.ts';
import { sweepCollection } from './sweep.ts';
import { takenSlugCollection } from './taken-slug.ts';
import { trialCollection } from './trial.ts';
import { trialBudgetCollection } from './trial-budget.ts';
import { upgradeCollection } from './upgrade.ts';
import { userCollection } from './user.ts';
import { verdictChangeCollection } from './verdict-change.ts';
import { visitorCountCollection } from './visitor-count.ts';
import { windowCollection } from './window.ts';

/**
 * Every Firestore collection (docs/architecture.md, Extension points). Closing an account deletes in this order, so
 * that its profile goes last.
 */
export const COLLECTIONS = {
  monitors: monitorCollection,
  endpoints: endpointCollection,
  statusEvents: statusEventCollection,
  heartbeats: heartbeatCollection,
  domains: domainCollection,
  checkSecrets: checkSecretsCollection,
  incidents: incidentCollection,
  evidence: evidenceCollection,
  trials: trialCollection,
  requestedTrials: requestedTrialCollection,
  trialBudgets: trialBudgetCollection,
  maintenance: maintenanceCollection,
  apiKeys: apiKeyCollection,
  members: memberCollection,
  invitations: invitationCollection,
  logins: loginCollection,
  activity: activityCollection,
  metricPushes: metricPushCollection,
  rotations: rotationCollection,
  pages: pageCollection,
  snapshots: snapshotCollection,
  logos: logoCollection,
  publications: publicationCollection,
  subscribers: subscribersCollection,
  mailings: mailingCollection,
  takenSlugs: takenSlugCollection,
  pageReports: pageReportCollection,
  visitorCounts: visitorCountCollection,
  messages: messageCollection,
  notices: noticeCollection,
  assignments: assignmentCollection,
  hours: hourCollection,
  months: monthCollection,
  years: yearCollection,
  histories: historyCollection,
  payments: paymentCollection,
  paymentRecords: paymentRecordCollection,
  agents: agentCollection,
  registrations: registrationCollection,
  agentStates: agentStateCollection,
  commands: commandCollection,
  windows: windowCollection,
  verdictChanges: verdictChangeCollection,
  outboxes: outboxCollection,
  leases: leaseCollection,
  sweeps: sweepCollection,
  upgrades: upgradeCollection,
  rdapServices: rdapServicesCollection,
  signingKeys: signingKeyCollection,
  closures: closureCollection,
  lineSetups: lineSetupCollection,
  notifications: notificationSettingsCollection,
  users: userCollection,
} as const satisfies Record<string, CollectionDeclaration>;

type Collections = typeof COLLECTIONS;
export type CollectionName = keyof Collections;

/** A document of the collection with this name. */
export type DocumentOf<Name extends CollectionName> = z.infer<Collections[Name]['schema']>;

/** Returns all declarations. */
export function allCollections(): CollectionDeclaration[] {
  return Object.values(COLLECTIONS);
}

/** Returns the ids of the collections that an operator's export has, in alphabetical order. */
export function exportedIds(): string[] {
  const exported = allCollections().filter(({ notExported }) => notExported === undefined);
  return [...new Set(exported.map(({ path }) => path.split('/').at(-1) ?? ''))].sort();
}
