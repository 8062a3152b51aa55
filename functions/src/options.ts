import { defineSecret } from 'firebase-functions/params';
import { setGlobalOptions } from 'firebase-functions/v2';
import { deploySettings } from './platform/deploy-settings.ts';
import { LABELS, REGION } from './platform/region.ts';

const { maxInstances, paymentsMinInstances } = deploySettings(process.env);

/** Must run before any function is defined, so index.ts imports it first. */
setGlobalOptions({ region: REGION, labels: LABELS, memory: '256MiB', cpu: 1, maxInstances, concurrency: 40 });

/** For work whose duration grows with the data: many owners of one agent, many messages to a slow chat. */
const LONG = { timeoutSeconds: 300 };
const TASK = { ...LONG, retryConfig: { maxAttempts: 5, minBackoffSeconds: 5 } };

/**
 * For work that seldom runs, and that nobody waits for. Less than a whole CPU permits only one call at a time
 * (https://cloud.google.com/run/docs/configuring/services/cpu).
 */
const HALF = { cpu: 0.5, concurrency: 1 };

/** The retries cover two hours without a mail server. */
const MAILING = { ...LONG, retryConfig: { maxAttempts: 20, minBackoffSeconds: 10, maxBackoffSeconds: 600 } };

/** The payment provider's API key, and the secret that signs its notifications. */
const PAYMENT_SECRETS = [defineSecret('NOWPAYMENTS_API_KEY'), defineSecret('NOWPAYMENTS_IPN_SECRET')];

/** The mail server with its login, or `none` where no mail is sent (README.md, Send mail). */
const MAIL_SECRETS = [defineSecret('SMTP_URL')];

/** `payments` makes profiles too, which contain whether alerts are on. */
const PAYMENTS_SECRETS = [...PAYMENT_SECRETS, ...MAIL_SECRETS];

/** The provider takes an answer after 3 s for a failure, and a cold start can take that long. */
const PAYMENT_INSTANCES = {
  minInstances: paymentsMinInstances,
  maxInstances: Math.max(paymentsMinInstances, Math.min(5, maxInstances)),
};

/**
 * The limits of each function: memory for `concurrency` parallel calls, and instances for the rest. `task` and
 * `scheduledJob` are those of all that need no others. Cloud Run counts CPUs and memory of the instances that run in a
 * region, of all functions together (20 CPUs and 40 GiB in a new project), and refuses a function whose instances alone
 * could exceed that. A deployment starts an instance of each function in addition to those that run, so that all together stay
 * below 20 CPUs (index.test.ts).
 */
export const OPTIONS = {
  api: { cors: false, memory: '512MiB', secrets: MAIL_SECRETS },
  payments: { cors: false, concurrency: 20, ...PAYMENT_INSTANCES, secrets: PAYMENTS_SECRETS },
  ping: { cors: false, concurrency: 40 },
  registerAgent: { concurrency: 20 },
  agentToken: { concurrency: 20 },
  reportTrial: { concurrency: 20 },
  checkIn: { memory: '512MiB', concurrency: 10 },
  verdictChangeCreated: { ...LONG, memory: '512MiB', concurrency: 10 },
  task: { ...TASK, ...HALF },
  notifyOwner: { ...TASK, concurrency: 20, secrets: MAIL_SECRETS },
  rollAgentHour: { ...TASK, memory: '512MiB', concurrency: 2, rateLimits: { maxConcurrentDispatches: 20 } },
  buildHistory: { ...TASK, memory: '512MiB', concurrency: 4, rateLimits: { maxConcurrentDispatches: 20 } },
  summarizeOwner: {
    ...TASK,
    ...HALF,
    memory: '512MiB',
    rateLimits: { maxConcurrentDispatches: 10 },
    secrets: MAIL_SECRETS,
  },
  // Registries limit requests, and a look waits for the network.
  askRegistry: { ...TASK, concurrency: 10, rateLimits: { maxConcurrentDispatches: 5, maxDispatchesPerSecond: 2 } },
  statusSite: { cors: false, memory: '512MiB', concurrency: 80, secrets: MAIL_SECRETS },
  updatePages: { ...TASK, memory: '512MiB', concurrency: 10 },
  sendMailing: { ...MAILING, concurrency: 5, rateLimits: { maxConcurrentDispatches: 5 }, secrets: MAIL_SECRETS },
  scheduledJob: {
    ...LONG,
    ...HALF,
    maxInstances: Math.min(2, maxInstances),
    timeZone: 'Etc/UTC',
    secrets: MAIL_SECRETS,
  },
} as const;
