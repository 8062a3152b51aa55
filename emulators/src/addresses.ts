import type { Ports } from './platform/ports.ts';
import { projectId, region } from './project.ts';

/**
 * The addresses of the parts of a running product. Hosts are host:port, the rest are URLs without a slash at the end.
 */
export interface Addresses {
  /** The app and its API. */
  origin: string;
  firestoreHost: string;
  authHost: string;
  functionsHost: string;
  /** Scheduled functions are run at `{functions}/{name}-0`, callables are at `{functions}/{name}`. */
  functions: string;
  telegram: string;
  payments: string;
  /** The inbox of all mail, and the mail server. */
  mail: string;
  smtp: string;
  targets: string;
  /** Stand-ins for the services that channels send to. */
  channelServices: string;
  /** Stand-ins for IANA's list of RDAP services and for registries. */
  rdap: string;
}

/** Emulators listen over IPv4 only, so programs are given its address; people and links are given localhost. */
export function addressesOf(ports: Ports): Addresses {
  const functionsHost = `127.0.0.1:${ports.functions}`;
  return {
    origin: `http://localhost:${ports.hosting}`,
    firestoreHost: `127.0.0.1:${ports.firestore}`,
    authHost: `127.0.0.1:${ports.auth}`,
    functionsHost,
    functions: `http://${functionsHost}/${projectId}/${region}`,
    telegram: `http://localhost:${ports.telegram}`,
    payments: `http://localhost:${ports.payments}`,
    mail: `http://localhost:${ports.mail}`,
    smtp: `smtp://127.0.0.1:${ports.smtp}`,
    targets: `http://localhost:${ports.targets}`,
    channelServices: `http://127.0.0.1:${ports.channelServices}`,
    rdap: `http://127.0.0.1:${ports.rdap}`,
  };
}

/** The environment by which tests learn the addresses; its reverse is `addressesFromEnv`. */
export function envOf(addresses: Addresses): Record<string, string> {
  return {
    GCLOUD_PROJECT: projectId,
    FIRESTORE_EMULATOR_HOST: addresses.firestoreHost,
    FIREBASE_AUTH_EMULATOR_HOST: addresses.authHost,
    FARWATCH_ORIGIN: addresses.origin,
    FARWATCH_FUNCTIONS: addresses.functions,
    FARWATCH_TELEGRAM: addresses.telegram,
    FARWATCH_PAYMENTS: addresses.payments,
    FARWATCH_MAIL: addresses.mail,
    FARWATCH_SMTP: addresses.smtp,
    FARWATCH_TARGETS: addresses.targets,
    FARWATCH_CHANNEL_SERVICES: addresses.channelServices,
    FARWATCH_RDAP: addresses.rdap,
  };
}

/** Reads the addresses of the product that `npm test` has started. Throws if there is none. */
export function addressesFromEnv(env: NodeJS.ProcessEnv = process.env): Addresses {
  const need = (name: string) => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set: run these tests by "npm test".`);
    return value;
  };
  const functions = need('FARWATCH_FUNCTIONS');
  return {
    origin: need('FARWATCH_ORIGIN'),
    firestoreHost: need('FIRESTORE_EMULATOR_HOST'),
    authHost: need('FIREBASE_AUTH_EMULATOR_HOST'),
    functionsHost: new URL(functions).host,
    functions,
    telegram: need('FARWATCH_TELEGRAM'),
    payments: need('FARWATCH_PAYMENTS'),
    mail: need('FARWATCH_MAIL'),
    smtp: need('FARWATCH_SMTP'),
    targets: need('FARWATCH_TARGETS'),
    channelServices: need('FARWATCH_CHANNEL_SERVICES'),
    rdap: need('FARWATCH_RDAP'),
  };
}
