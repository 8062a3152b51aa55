import { API_KEY_RATES } from '@farwatch/core/values/api-key';
import { parseBlockedHosts } from '@farwatch/core/values/blocked-hosts';

/** What a deployment may change about the functions, in `functions/.env`. `blockedHosts` are the hosts that no user may check. */
export type DeploySettings = {
  maxInstances: number;
  paymentsMinInstances: number;
  blockedHosts: readonly string[];
  /** How many calls that change nothing, and how many others, a program may make in a minute with one API key. */
  keyReadsPerMinute: number;
  keyWritesPerMinute: number;
};

/**
 * Reads the settings from the environment, which has `functions/.env` both while firebase-tools collects what to deploy and
 * while the functions run. firebase-tools' own parameters would ask for each value at every first deployment. Throws
 * for anything but whole numbers in their range and lists of hosts, so that the deployment stops.
 */
export function deploySettings(env: NodeJS.ProcessEnv): DeploySettings {
  return {
    maxInstances: readNumber(env, 'MAX_INSTANCES', { byDefault: 10, min: 1, max: 1000 }),
    paymentsMinInstances: readNumber(env, 'PAYMENTS_MIN_INSTANCES', { byDefault: 0, min: 0, max: 5 }),
    blockedHosts: readHosts(env, 'BLOCKED_HOSTS'),
    keyReadsPerMinute: readNumber(env, 'API_KEY_READS_PER_MINUTE', {
      byDefault: API_KEY_RATES.readsPerMinute,
      min: 1,
      max: 10_000,
    }),
    keyWritesPerMinute: readNumber(env, 'API_KEY_WRITES_PER_MINUTE', {
      byDefault: API_KEY_RATES.writesPerMinute,
      min: 1,
      max: 10_000,
    }),
  };
}

function readHosts(env: NodeJS.ProcessEnv, name: string): string[] {
  const text = env[name] ?? '';
  const hosts = parseBlockedHosts(text);
  if (hosts) return hosts;
  throw new Error(
    `${name} in functions/.env must be hosts such as example.com, separated by commas, and is "${text}".`,
  );
}

type Range = { byDefault: number; min: number; max: number };

function readNumber(env: NodeJS.ProcessEnv, name: string, { byDefault, min, max }: Range): number {
  const text = env[name]?.trim();
  if (!text) return byDefault;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`${name} in functions/.env must be a whole number from ${min} to ${max}, and is "${text}".`);
}
