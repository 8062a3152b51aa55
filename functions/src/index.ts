import './options.ts';
import { onDocumentCreated } from 'firebase-functions/v2/firestore';
import { onCall, onRequest } from 'firebase-functions/v2/https';
import { onSchedule } from 'firebase-functions/v2/scheduler';
import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import { agentToken as runAgentToken } from './agents/agent-token.ts';
import { answering, callerOf } from './agents/callables.ts';
import { checkIn as runCheckIn } from './agents/check-in.ts';
import { registerAgent as runRegisterAgent } from './agents/register-agent.ts';
import { sendAlerts as runSendAlerts } from './alerts/send-alerts.ts';
import { apiApp } from './api/app.ts';
import { removeMonitor as runRemoveMonitor } from './api/monitors/remove-monitor.ts';
import { newRun, projectAuth } from './db/app.ts';
import { alerts } from './db/kinds.ts';
import type { TaskInputs } from './db/tasks.ts';
import { rollAgentHour as runRollAgentHour } from './rollups/roll-agent-hour.ts';
import { rollHours as runRollHours } from './rollups/roll-hours.ts';
import { drain } from './status/drain.ts';
import { sweep as runSweep } from './sweep/sweep.ts';

/** For work whose length grows with what there is: many owners of one agent, many messages to a slow chat. */
const LONG = { timeoutSeconds: 300 };
const TASK = { ...LONG, retryConfig: { maxAttempts: 5, minBackoffSeconds: 5 } };

let app: ReturnType<typeof apiApp> | undefined;
export const api = onRequest({ cors: false }, (request, response) => {
  app ??= apiApp({ newRun, auth: projectAuth() });
  return app(request, response);
});

export const registerAgent = onCall((request) => answering(() => runRegisterAgent(newRun(), request.data)));
export const agentToken = onCall((request) => answering(() => runAgentToken(newRun(), projectAuth(), request.data)));
export const checkIn = onCall((request) => answering(() => runCheckIn(newRun(), callerOf(request), request.data)));

export const flipCreated = onDocumentCreated({ ...LONG, document: 'flips/{id}' }, async (event) => {
  const agentId: unknown = event.data?.get('agentId');
  if (typeof agentId === 'string') await drain(newRun(), agentId);
});

export const alertCreated = onDocumentCreated('alerts/{id}', async (event) => {
  const alert = event.data && alerts.read(event.data);
  if (alert?.state !== 'waiting') return;
  const { ownerId, nextAt } = alert;
  await newRun().tasks.enqueue('sendAlerts', { ownerId, dueAt: nextAt ?? 0 });
});

export const sendAlerts = onTaskDispatched<TaskInputs['sendAlerts']>(TASK, ({ data }) => runSendAlerts(newRun(), data));
export const rollAgentHour = onTaskDispatched<TaskInputs['rollAgentHour']>(TASK, ({ data }) =>
  runRollAgentHour(newRun(), data.agentId, data.hourAt),
);
export const removeMonitor = onTaskDispatched<TaskInputs['removeMonitor']>(TASK, ({ data }) =>
  runRemoveMonitor(newRun(), data),
);

export const sweep = onSchedule({ ...LONG, schedule: 'every 1 minutes' }, (event) =>
  runSweep(newRun(Date.parse(event.scheduleTime))),
);
export const rollHours = onSchedule('5 * * * *', (event) => runRollHours(newRun(Date.parse(event.scheduleTime))));
