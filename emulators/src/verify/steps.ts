import { join } from 'node:path';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { addressesOf, envOf } from '../addresses.ts';
import { buildIfStale, buildsFor, webDirOf } from '../build.ts';
import { startChannelServices } from '../channel-services/server.ts';
import { startPayments } from '../payments.ts';
import { startSharedChromium } from '../platform/chromium.ts';
import { cacheDir } from '../platform/paths.ts';
import type { Ports } from '../platform/ports.ts';
import { startProduct } from '../product.ts';
import { paymentSecrets } from '../project.ts';
import { startTelegram } from '../telegram.ts';
import { warmUp } from '../warm-up.ts';
import { startWireProxy } from '../wire/proxy.ts';
import { BACKEND_PROCESSES, type StepName } from './choice.ts';
import type { Output } from './output.ts';
import { hasTests, runTests, runTool } from './run.ts';
import { passes, sum, type Tally } from './tally.ts';

export interface Setting {
  /** The lane's own free ports; its steps start products one after the other. */
  ports: Ports;
  /** Starts Firestore and Auth for all steps of a lane that need no more, at other free ports. */
  emulators(): Promise<Ports>;
  /** The browser, when it is installed. */
  chromium: Promise<string>;
  /** Selects test files with one of these in their path; all when there is none. */
  filters: readonly string[];
  /** Whether to include tests that take minutes. */
  withMinutes: boolean;
  /** The argument with which vitest runs only tests of what changed. */
  changed: string | null;
  output: Output;
  /** Whether this is a second run, only of the files that failed. */
  again?: boolean;
}

type Step = (setting: Setting) => Promise<Tally>;

/** Their tests mostly compute; those of the agent mostly wait, so they are a step of their own next to them. */
const computing = ['core', 'functions', 'web', 'emulators'] as const;

/**
 * The phases of `npm test`, one after the other; the lanes of a phase run at the same time, so that one works while
 * another waits: in the browser for what Farwatch does, in the agent's tests for what it does later.
 */
export const phases: readonly (readonly (readonly StepName[])[])[] = [
  [['build']],
  [['journeys'], ['lint', 'types', 'backend'], ['agent', 'rules', 'faults', 'unit']],
  [['screens']],
  [['backend-emulator']],
];

export const steps: Record<StepName, Step> = {
  lint: ({ output }) => runTool(output, '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  types: async ({ output }) => {
    // More threads would each check the same packages, and other lanes need the processors.
    const check = (project: string, name: string) => {
      // A second run checks only what has changed.
      const known = ['--incremental', '--tsBuildInfoFile', join(cacheDir, 'types', `${name}.tsbuildinfo`)];
      return runTool(output, 'typescript/bin/tsc', '--noEmit', '--singleThreaded', ...known, '-p', project);
    };
    // The app has types of its own; all other workspaces share packages, which are checked once.
    return sum([await check('.', 'workspaces'), await check('web', 'web')]);
  },
  unit: (setting) => runTests(computing, {}, setting),
  agent: (setting) => runTests(['agent'], {}, setting),
  build: async ({ ports }) => {
    const [functions, agent] = buildsFor(addressesOf(ports));
    for (const build of [functions, agent]) await buildIfStale(build);
    return passes(2);
  },
  rules: backed(['rules', 'emulated'], 'emulators/rules/**/*.test.ts', startStandIns),
  backend: async (setting) => {
    const standIns = await startServices();
    try {
      return await runTests(['backend'], standIns.env, setting);
    } finally {
      await standIns.stop();
    }
  },
  'backend-emulator': backed(['backend', 'emulated'], 'functions/**/*.emulator.test.ts', startStandIns),
  faults: backed(['faults'], 'emulators/faults/**/*.test.ts'),
  journeys: inBrowser({}, 'journeys', 'every-screen'),
  screens: inBrowser({ FARWATCH_EVERY_LOOK: 'yes' }, 'screens', 'every-screen'),
};

/** Tests that use the app as people do, one project after the other on a product of their own. */
function inBrowser(variables: Record<string, string>, ...projects: [string, ...string[]]): Step {
  return async (setting) => {
    const { ports, chromium, output } = setting;
    const program = await chromium;
    // Both steps use the lane's ports, so the app is built once for them.
    const webDir = webDirOf('e2e');
    const product = await startProduct({
      ports,
      run: projects[0],
      webDir,
      seed: true,
      agents: LOCATION_CODES,
      clock: true,
      log: output.log,
    });
    try {
      await warmUp(product.addresses, output.log);
      // All test files share one browser, since starting one takes 1.5 s of processor time.
      const browser = await startSharedChromium(program);
      try {
        const env = { ...envOf(product.addresses), ...variables, FARWATCH_BROWSER: browser.endpoint };
        return await runTests(projects, env, setting);
      } finally {
        await browser.stop();
      }
    } finally {
      await product.stop();
    }
  };
}

/** Stand-ins next to the emulators, with their addresses as environment variables. */
interface StandIns {
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Tests that need only Firestore, Auth and stand-ins. */
function backed(projects: readonly string[], pattern: string, start?: (ports: Ports) => Promise<StandIns>): Step {
  return async (setting) => {
    if (!hasTests(pattern)) return passes(0);
    const ports = await setting.emulators();
    const standIns = await start?.(ports);
    try {
      return await runTests(projects, { ...envOf(addressesOf(ports)), ...standIns?.env }, setting);
    } finally {
      await standIns?.stop();
    }
  };
}

/**
 * Telegram, the services of other channels and the payment provider for each test process, listed by the process's
 * pool id.
 */
async function startServices(): Promise<StandIns> {
  const telegrams = await Promise.all(forEachProcess(() => startTelegram(0)));
  const services = await Promise.all(forEachProcess(() => startChannelServices(0)));
  const payments = await Promise.all(forEachProcess(() => startPayments(0)));
  return {
    env: {
      FARWATCH_TELEGRAM: telegrams.map(({ origin }) => origin).join(),
      FARWATCH_CHANNEL_SERVICES: services.map(({ port }) => `http://127.0.0.1:${port}`).join(),
      ...paymentSecrets,
      FARWATCH_PAYMENTS: payments.map(({ origin }) => origin).join(),
    },
    stop: async () => {
      await Promise.all([...telegrams, ...services, ...payments].map((standIn) => standIn.close()));
    },
  };
}

/** Starts the stand-ins and the Firestore proxy. */
async function startStandIns(ports: Ports): Promise<StandIns> {
  const target = addressesOf(ports).firestoreHost;
  const services = await startServices();
  const wires = await Promise.all(forEachProcess(() => startWireProxy(target)));
  return {
    env: {
      ...services.env,
      FARWATCH_FIRESTORE_PROXY_CONTROL: wires.map(({ control }) => control).join(),
      FARWATCH_FIRESTORE_PROXY_HOST: wires.map(({ host }) => host).join(),
    },
    stop: async () => {
      await Promise.all(wires.map((wire) => wire.stop()));
      await services.stop();
    },
  };
}

function forEachProcess<T>(start: () => T): T[] {
  return Array.from({ length: BACKEND_PROCESSES }, start);
}
