import { defineSecret } from 'firebase-functions/params';
import { setGlobalOptions } from 'firebase-functions/v2';
import { REGION } from './region.ts';

/** Must run before any function is defined, so index.ts imports it first. */
setGlobalOptions({ region: REGION, memory: '256MiB', maxInstances: 20, concurrency: 40 });

/** For work whose duration grows with the data: many owners of one agent, many messages to a slow chat. */
const LONG = { timeoutSeconds: 300 };
const TASK = { ...LONG, retryConfig: { maxAttempts: 5, minBackoffSeconds: 5 } };

/** The payment provider's API key, and the secret that signs its notifications. */
const PAYMENT_SECRETS = [defineSecret('NOWPAYMENTS_API_KEY'), defineSecret('NOWPAYMENTS_IPN_SECRET')];

/**
 * The limits of each function: memory for `concurrency` parallel calls, as `npm run bench -- memory` measures it, and
 * instances for the rest.
 */
export const OPTIONS = {
  api: { cors: false, memory: '512MiB' },
  payments: { cors: false, concurrency: 20, maxInstances: 5, secrets: PAYMENT_SECRETS },
  registerAgent: { concurrency: 20 },
  agentToken: { concurrency: 20 },
  checkIn: { memory: '512MiB', concurrency: 10, maxInstances: 40 },
  verdictChangeCreated: { ...LONG, memory: '512MiB', concurrency: 10 },
  alertCreated: {},
  sendAlerts: { ...TASK, concurrency: 20 },
  rollAgentHour: { ...TASK, memory: '512MiB', concurrency: 2, rateLimits: { maxConcurrentDispatches: 20 } },
  removeMonitor: { ...TASK, concurrency: 5 },
  scheduledJob: { ...LONG, concurrency: 1, maxInstances: 2, timeZone: 'Etc/UTC' },
} as const;
