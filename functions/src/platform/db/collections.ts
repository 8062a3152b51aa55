import { COLLECTIONS } from '@farwatch/core/documents/collections';
import { bindCollection, type Collection } from './collection.ts';

type Bound = { [Name in keyof typeof COLLECTIONS]: Collection<(typeof COLLECTIONS)[Name]['schema']> };

/** Every collection, bound to the schema of its documents. The cast is safe: each is bound by its own declaration. */
export const {
  users,
  notifications,
  monitors,
  endpoints,
  statusEvents,
  heartbeats,
  domains,
  checkSecrets,
  incidents,
  evidence,
  trials,
  requestedTrials,
  trialBudgets,
  maintenance,
  apiKeys,
  members,
  invitations,
  logins,
  activity,
  metricPushes,
  rotations,
  agents,
  registrations,
  agentStates,
  assignments,
  commands,
  windows,
  verdictChanges,
  hours,
  months,
  years,
  histories,
  messages,
  notices,
  outboxes,
  payments,
  paymentRecords,
  leases,
  sweeps,
  upgrades,
  rdapServices,
  signingKeys,
  closures,
  lineSetups,
  pages,
  snapshots,
  logos,
  publications,
  subscribers,
  mailings,
  takenSlugs,
  pageReports,
  visitorCounts,
} = Object.fromEntries(
  Object.entries(COLLECTIONS).map(([name, declaration]) => [name, bindCollection(declaration as never)]),
) as unknown as Bound;

/** Names of the single documents in the `private` subcollections. */
export const NOTIFICATIONS_ID = 'notifications';
export const REGISTRATION_ID = 'registration';
export const RECORD_ID = 'record';
