import { agentSchema, agentStateSchema, registrationSchema } from '@farwatch/core/documents/agent';
import { alertSchema, outboxSchema } from '@farwatch/core/documents/alert';
import { assignmentSchema } from '@farwatch/core/documents/assignment';
import { commandSchema } from '@farwatch/core/documents/command';
import { endpointSchema, statusEventSchema } from '@farwatch/core/documents/endpoint';
import { flipSchema } from '@farwatch/core/documents/flip';
import { hourSchema } from '@farwatch/core/documents/hour';
import { incidentSchema } from '@farwatch/core/documents/incident';
import { leaseSchema } from '@farwatch/core/documents/lease';
import { monitorSchema } from '@farwatch/core/documents/monitor';
import { notificationSettingsSchema } from '@farwatch/core/documents/notification-settings';
import { paymentRecordSchema, paymentSchema } from '@farwatch/core/documents/payment';
import { sweepSchema } from '@farwatch/core/documents/sweep';
import { userSchema } from '@farwatch/core/documents/user';
import { windowSchema } from '@farwatch/core/documents/window';
import { kind } from './kind.ts';

/** Every collection with the schema of its documents (docs/architecture.md, Documents). */
export const users = kind('users', userSchema);
export const notifications = kind('users/{}/private', notificationSettingsSchema);
export const monitors = kind('monitors', monitorSchema);
export const endpoints = kind('endpoints', endpointSchema);
export const statusEvents = kind('endpoints/{}/events', statusEventSchema);
export const incidents = kind('incidents', incidentSchema);
export const agents = kind('agents', agentSchema);
export const registrations = kind('agents/{}/private', registrationSchema);
export const agentStates = kind('agentStates', agentStateSchema);
export const assignments = kind('assignments', assignmentSchema);
export const commands = kind('commands', commandSchema);
export const windows = kind('windows', windowSchema);
export const flips = kind('flips', flipSchema);
export const hours = kind('hours', hourSchema);
export const alerts = kind('alerts', alertSchema);
export const outboxes = kind('outboxes', outboxSchema);
export const payments = kind('payments', paymentSchema);
export const paymentRecords = kind('payments/{}/private', paymentRecordSchema);
export const leases = kind('leases', leaseSchema);
export const sweeps = kind('sweeps', sweepSchema);

/** Names of the single documents in the `private` subcollections. */
export const NOTIFICATIONS_ID = 'notifications';
export const REGISTRATION_ID = 'registration';
export const RECORD_ID = 'record';
