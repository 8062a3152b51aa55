/** What a deployment may change about the functions, by whole numbers in `functions/.env`. */
export type DeploySettings = { maxInstances: number; paymentsMinInstances: number };

/**
 * Reads the settings from the environment, which has `functions/.env` both while firebase-tools asks what to deploy and
 * while the functions run. firebase-tools' own parameters would ask for each value at every first deployment. Throws
 * for anything but whole numbers in their range, so that the deployment stops.
 */
export function deploySettings(env: NodeJS.ProcessEnv): DeploySettings {
  return {
    maxInstances: readNumber(env, 'MAX_INSTANCES', { byDefault: 10, min: 1, max: 1000 }),
    paymentsMinInstances: readNumber(env, 'PAYMENTS_MIN_INSTANCES', { byDefault: 0, min: 0, max: 5 }),
  };
}

type Range = { byDefault: number; min: number; max: number };

function readNumber(env: NodeJS.ProcessEnv, name: string, { byDefault, min, max }: Range): number {
  const text = env[name]?.trim();
  if (!text) return byDefault;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`${name} in functions/.env must be a whole number from ${min} to ${max}, and is "${text}".`);
}
