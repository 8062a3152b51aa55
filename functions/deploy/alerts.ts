import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type ApiAnswer, DeployError, messageOf, readAnswer } from './google.ts';
import type { Target } from './read-state.ts';

/** The policies, which can also be created by hand (docs/operations.md, Alerts). */
const POLICIES = join(import.meta.dirname, '../../docs/alert-policies');
const SERVICES = ['monitoring.googleapis.com', 'billingbudgets.googleapis.com'];
const CHECK = 'farwatch-health';
const BUDGET = 'Farwatch';

const namedSchema = z.object({ name: z.string(), displayName: z.string().default('') });
const channelsSchema = z.object({
  notificationChannels: z
    .array(z.object({ name: z.string(), type: z.string(), labels: z.record(z.string(), z.string()).default({}) }))
    .default([]),
});
const checksSchema = z.object({ uptimeCheckConfigs: z.array(namedSchema).default([]) });
const policiesSchema = z.object({
  alertPolicies: z.array(namedSchema.extend({ notificationChannels: z.array(z.string()).default([]) })).default([]),
});
const policySchema = z.looseObject({ displayName: z.string() });
const billingSchema = z.object({ billingAccountName: z.string() });
const projectSchema = z.object({ projectNumber: z.string() });
const budgetsSchema = z.object({
  budgets: z
    .array(
      namedSchema.extend({
        budgetFilter: z.object({ projects: z.array(z.string()).default([]) }).default({ projects: [] }),
        notificationsRule: z
          .looseObject({ monitoringNotificationChannels: z.array(z.string()).default([]) })
          .default({ monitoringNotificationChannels: [] }),
      }),
    )
    .default([]),
});

/**
 * Lets Google watch the project from outside, and write to that address: the health check, errors, quotas, reads, and
 * a budget of 20 in the currency of the billing account. What is there already stays as it is, and writes to its other
 * addresses as well. A budget needs rights on the billing account: without them the rest is set up. Throws a DeployError if Google refuses something else.
 */
export async function setUpAlerts(target: Target, email: string, log: (line: string) => void): Promise<void> {
  const { google, projectId } = target;
  const services = `/v1/projects/${projectId}/services:batchEnable`;
  accept(await google.send('POST', 'serviceusage', services, { serviceIds: SERVICES }), 'The APIs');
  const channel = await ensureChannel(target, email);
  await ensureCheck(target);
  for (const file of readdirSync(POLICIES)) await ensurePolicy(target, join(POLICIES, file), channel);
  const refusal = await ensureBudget(target, channel);
  if (refusal) log(`  Note: the budget could not be set up: ${refusal}. docs/operations.md, Alerts, has the command.`);
  log(`  Google writes to ${email} if the health check fails, and about errors, quotas, reads and the budget.`);
}

async function ensureChannel({ google, projectId }: Target, email: string): Promise<string> {
  const path = `/v3/projects/${projectId}/notificationChannels`;
  const answer = await google.get('monitoring', path);
  const { notificationChannels: existing = [] } =
    readAnswer(answer, channelsSchema, 'The channels cannot be read') ?? {};
  const found = existing.find(({ type, labels }) => type === 'email' && labels.email_address === email);
  if (found) return found.name;
  const channel = { type: 'email', displayName: 'Farwatch operator', labels: { email_address: email } };
  return namedSchema.parse(accept(await google.send('POST', 'monitoring', path, channel), 'The channel')).name;
}

async function ensureCheck({ google, projectId, settings }: Target): Promise<void> {
  const path = `/v3/projects/${projectId}/uptimeCheckConfigs`;
  const answer = await google.get('monitoring', path);
  const { uptimeCheckConfigs: existing = [] } = readAnswer(answer, checksSchema, 'The checks cannot be read') ?? {};
  if (existing.some(({ displayName }) => displayName === CHECK)) return;
  const host = settings.ownHost ?? `${projectId}.web.app`;
  const check = {
    displayName: CHECK,
    monitoredResource: { type: 'uptime_url', labels: { project_id: projectId, host } },
    httpCheck: {
      ...{ path: '/api/health', port: 443, useSsl: true },
      acceptedResponseStatusCodes: [{ statusClass: 'STATUS_CLASS_2XX' }],
    },
    ...{ period: '300s', timeout: '30s', selectedRegions: ['ASIA_PACIFIC', 'EUROPE', 'USA_OREGON'] },
  };
  accept(await google.send('POST', 'monitoring', path, check), 'The health check');
}

async function ensurePolicy({ google, projectId }: Target, file: string, channel: string): Promise<void> {
  const policy = policySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const path = `/v3/projects/${projectId}/alertPolicies`;
  const answer = await google.get('monitoring', path);
  const { alertPolicies: existing = [] } = readAnswer(answer, policiesSchema, 'The policies cannot be read') ?? {};
  const found = existing.find(({ displayName }) => displayName === policy.displayName);
  if (found?.notificationChannels.includes(channel)) return;
  if (found) {
    const changed = { notificationChannels: [...found.notificationChannels, channel] };
    accept(
      await google.send('PATCH', 'monitoring', `/v3/${found.name}?updateMask=notificationChannels`, changed),
      file,
    );
    return;
  }
  accept(await google.send('POST', 'monitoring', path, { ...policy, notificationChannels: [channel] }), file);
}

/** Returns why the budget could not be set up, or null. */
async function ensureBudget({ google, projectId }: Target, channel: string): Promise<string | null> {
  const [billing, project] = await Promise.all([
    google.get('cloudbilling', `/v1/projects/${projectId}/billingInfo`),
    google.get('cloudresourcemanager', `/v1/projects/${projectId}`),
  ]);
  const account = billingSchema.safeParse(billing.body).data?.billingAccountName;
  if (!account) return 'the billing account cannot be read';
  const { projectNumber } = projectSchema.parse(project.body);
  const path = `/v1/${account}/budgets`;
  const listed = await google.get('billingbudgets', path);
  if (listed.status >= 400) return messageOf(listed);
  const isOurs = ({ displayName, budgetFilter }: z.infer<typeof budgetsSchema>['budgets'][number]) =>
    displayName === BUDGET && budgetFilter.projects.includes(`projects/${projectNumber}`);
  const found = budgetsSchema.parse(listed.body).budgets.find(isOurs);
  if (found) {
    const { monitoringNotificationChannels: channels, ...rule } = found.notificationsRule;
    if (channels.includes(channel)) return null;
    const notificationsRule = { ...rule, monitoringNotificationChannels: [...channels, channel] };
    const path = `/v1/${found.name}?updateMask=notificationsRule`;
    const changed = await google.send('PATCH', 'billingbudgets', path, { notificationsRule });
    return changed.status >= 400 ? messageOf(changed) : null;
  }
  const budget = {
    displayName: BUDGET,
    budgetFilter: { projects: [`projects/${projectNumber}`] },
    amount: { specifiedAmount: { units: '20' } },
    thresholdRules: [
      { thresholdPercent: 0.5 },
      { thresholdPercent: 0.9 },
      { thresholdPercent: 1, spendBasis: 'FORECASTED_SPEND' },
    ],
    notificationsRule: { monitoringNotificationChannels: [channel] },
  };
  const created = await google.send('POST', 'billingbudgets', path, budget);
  return created.status >= 400 ? messageOf(created) : null;
}

function accept(answer: ApiAnswer, what: string): unknown {
  if (answer.status >= 400) throw new DeployError(`${what} could not be set up for alerts: ${messageOf(answer)}`);
  return answer.body;
}
