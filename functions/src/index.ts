import './options.ts';
import { onDocumentCreated } from 'firebase-functions/v2/firestore';
import { onCall, onRequest } from 'firebase-functions/v2/https';
import type { ApiApp } from './entry/api/app.ts';
import type { agentSignInLimits } from './entry/callables/sign-in-limits.ts';
import type { PaymentsApp } from './entry/payments/app.ts';
import type { PingHandler } from './entry/ping/handle-ping.ts';
import type { StatusSite } from './entry/site/app.ts';
import { OPTIONS } from './options.ts';
import { callerAddress } from './platform/http/caller-address.ts';
import { guardFunction } from './platform/http/guard-bodies.ts';
import { registerJob, registerTask } from './register.ts';

guardFunction(process.env.FUNCTION_TARGET);

// All functions are deployed with this file, so each loads what it needs on its first call.
const run = async () => (await import('./platform/db/app.ts')).newRun();

let app: Promise<ApiApp> | undefined;
async function loadApp(): Promise<ApiApp> {
  const [{ apiApp }, { newRun }, { projectAuth }] = await Promise.all([
    import('./entry/api/app.ts'),
    import('./platform/db/app.ts'),
    import('./platform/db/auth.ts'),
  ]);
  return apiApp({ newRun, auth: projectAuth() });
}
export const api = onRequest(OPTIONS.api, async (request, response) => {
  app ??= loadApp();
  (await app)(request, response);
});

let payApp: Promise<PaymentsApp> | undefined;
async function loadPayments(): Promise<PaymentsApp> {
  const [{ paymentsApp }, { nowPayments }, { newRun }, { projectAuth }] = await Promise.all([
    import('./entry/payments/app.ts'),
    import('./domain/payments/providers/nowpayments/nowpayments.ts'),
    import('./platform/db/app.ts'),
    import('./platform/db/auth.ts'),
  ]);
  return paymentsApp({ newRun, auth: projectAuth(), provider: nowPayments(process.env), env: process.env });
}
export const payments = onRequest(OPTIONS.payments, async (request, response) => {
  payApp ??= loadPayments();
  (await payApp)(request, response);
});

let site: Promise<StatusSite> | undefined;
async function loadSite(): Promise<StatusSite> {
  const [{ statusSiteApp }, { newRun }] = await Promise.all([
    import('./entry/site/app.ts'),
    import('./platform/db/app.ts'),
  ]);
  return statusSiteApp({ newRun, env: process.env });
}
export const statusSite = onRequest(OPTIONS.statusSite, async (request, response) => {
  site ??= loadSite();
  (await site)(request, response);
});

let pings: Promise<PingHandler> | undefined;
async function loadPings(): Promise<PingHandler> {
  const [{ pingHandler }, { newRun }] = await Promise.all([
    import('./entry/ping/handle-ping.ts'),
    import('./platform/db/app.ts'),
  ]);
  return pingHandler(newRun);
}
export const ping = onRequest(OPTIONS.ping, async (request, response) => {
  pings ??= loadPings();
  await (await pings)(request, response);
});

let agentLimits: ReturnType<typeof agentSignInLimits> | undefined;
async function loadAgentLimits(): Promise<ReturnType<typeof agentSignInLimits>> {
  const limits = await import('./entry/callables/sign-in-limits.ts');
  agentLimits ??= limits.agentSignInLimits();
  return agentLimits;
}

export const registerAgent = onCall(OPTIONS.registerAgent, async ({ data, rawRequest }) => {
  const [{ answerAgentCall }, work, limits] = await Promise.all([
    import('./entry/callables/callables.ts'),
    import('./entry/callables/register-agent.ts'),
    loadAgentLimits(),
  ]);
  limits.takeRegistration(rawRequest, data, Date.now());
  return answerAgentCall(async () => work.registerAgent(await run(), data));
});

export const agentToken = onCall(OPTIONS.agentToken, async ({ data, rawRequest }) => {
  const [{ answerAgentCall }, work, { projectAuth }, limits] = await Promise.all([
    import('./entry/callables/callables.ts'),
    import('./entry/callables/agent-token.ts'),
    import('./platform/db/auth.ts'),
    loadAgentLimits(),
  ]);
  limits.takeToken(rawRequest, Date.now());
  return answerAgentCall(async () => work.agentToken(await run(), projectAuth(), callerAddress(rawRequest), data));
});

export const checkIn = onCall(OPTIONS.checkIn, async (request) => {
  const [{ answerAgentCall, callerOf }, work, { newestAgent }] = await Promise.all([
    import('./entry/callables/callables.ts'),
    import('./entry/callables/check-in.ts'),
    import('./entry/callables/newest-agent.ts'),
  ]);
  return answerAgentCall(async () => work.checkIn(await run(), callerOf(request), request.data, newestAgent()));
});

export const reportTrial = onCall(OPTIONS.reportTrial, async (request) => {
  const [{ answerAgentCall, callerOf }, work] = await Promise.all([
    import('./entry/callables/callables.ts'),
    import('./entry/callables/report-trial.ts'),
  ]);
  return answerAgentCall(async () => work.reportTrial(await run(), callerOf(request), request.data));
});

export const verdictChangeCreated = onDocumentCreated(
  { ...OPTIONS.verdictChangeCreated, document: 'verdictChanges/{id}' },
  async (event) => {
    const agentId: unknown = event.data?.get('agentId');
    if (typeof agentId === 'string') await (await import('./entry/triggers/drain.ts')).drain(await run(), agentId);
  },
);

export const notifyOwner = registerTask<'notifyOwner'>(
  async () => (await import('./entry/tasks/notify-owner.ts')).notifyOwner,
  OPTIONS.notifyOwner,
);
export const rollAgentHour = registerTask<'rollAgentHour'>(
  async () => (await import('./entry/tasks/roll-agent-hour.ts')).rollAgentHour,
  OPTIONS.rollAgentHour,
);
export const refreshMaintenance = registerTask<'refreshMaintenance'>(
  async () => (await import('./entry/tasks/refresh-maintenance.ts')).refreshMaintenance,
);
export const removeMonitor = registerTask<'removeMonitor'>(
  async () => (await import('./domain/monitors/remove-monitor.ts')).removeMonitor,
);
export const buildHistory = registerTask<'buildHistory'>(
  async () => (await import('./entry/tasks/build-history.ts')).buildHistory,
  OPTIONS.buildHistory,
);
export const summarizeOwner = registerTask<'summarizeOwner'>(
  async () => (await import('./entry/tasks/summarize-owner.ts')).summarizeOwner,
  OPTIONS.summarizeOwner,
);
export const updatePages = registerTask<'updatePages'>(
  async () => (await import('./entry/tasks/update-pages.ts')).updatePages,
  OPTIONS.updatePages,
);
export const sendMailing = registerTask<'sendMailing'>(
  async () => (await import('./entry/tasks/send-mailing.ts')).sendMailing,
  OPTIONS.sendMailing,
);
// Both wait for servers of others, so they share a queue whose limits are made for that.
export const askRegistry = registerTask<'askRegistry' | 'pushMetrics'>(async () => {
  const [{ askRegistry }, { pushMetrics }] = await Promise.all([
    import('./entry/tasks/ask-registry.ts'),
    import('./entry/tasks/push-metrics.ts'),
  ]);
  return (run, input) => ('ownerId' in input ? pushMetrics(run, input) : askRegistry(run, input));
}, OPTIONS.askRegistry);

export const sweep = registerJob('sweep');
export const rollHours = registerJob('rollHours');
export const buildHistories = registerJob('buildHistories');
export const closeAccounts = registerJob('closeAccounts');
export const askRegistries = registerJob('askRegistries');
export const sendSummaries = registerJob('sendSummaries');
