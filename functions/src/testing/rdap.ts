import { startRdap } from '@farwatch/emulators/rdap';
import { afterAll, beforeAll } from 'vitest';

/** What a registry knows of a name; what is missing is as usual. `expiresAt` is null if it does not return it. */
type Registration = {
  name: string;
  expiresAt?: string | null;
  registrar?: string;
  nameServers?: string[];
  status?: string[];
};

/** The stand-in for IANA and registries (emulators/src/rdap.ts), which this file's looks go to while its tests run. */
export function useRdap() {
  const before = { ...process.env };
  let root = '';
  let close = async () => {};
  beforeAll(async () => {
    const server = await startRdap(0);
    root = `http://127.0.0.1:${server.port}`;
    close = server.close;
    process.env.RDAP_BOOTSTRAP_URL = `${root}/dns.json`;
    process.env.ALLOWED_PRIVATE_HOSTS = new URL(root).host;
    process.env.FIRESTORE_EMULATOR_HOST ||= '127.0.0.1:9';
  });
  afterAll(async () => {
    await close();
    for (const name of ['RDAP_BOOTSTRAP_URL', 'ALLOWED_PRIVATE_HOSTS', 'FIRESTORE_EMULATOR_HOST']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  return {
    /** Registers a name, or changes what is registered. */
    register: async (registration: Registration): Promise<void> => {
      const response = await fetch(`${root}/registration`, { method: 'POST', body: JSON.stringify(registration) });
      if (!response.ok) throw new Error(await response.text());
    },
    /** Has the registry answer for a name as in a case (emulators/src/rdap/cases.ts), until it is registered again. */
    switchTo: async (name: string, to: string): Promise<void> => {
      const response = await fetch(`${root}/case`, { method: 'POST', body: JSON.stringify({ name, case: to }) });
      if (!response.ok) throw new Error(await response.text());
    },
    /** Returns how often that name was queried. */
    timesQueried: async (name: string): Promise<number> => {
      const queried: string[] = JSON.parse(await (await fetch(`${root}/requested`)).text());
      return queried.filter((each) => each === name).length;
    },
  };
}
