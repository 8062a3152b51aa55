import { delimiter, join } from 'node:path';
import { cleanEnv } from '../platform/clean-env.ts';
import { binDir, cacheDir, compileCacheDir } from '../platform/paths.ts';

export interface SuiteEnvOptions {
  /** The folder of the java to use. */
  javaBin: string;
  /** The Firestore emulator's jar. */
  jar: string;
  /** The variables for the functions, which get all that firebase-tools gets. */
  extra: Record<string, string>;
}

/**
 * Firestore runs for minutes with little data: optimizing its code takes as much processor time as all requests, and
 * concurrent garbage collection a tenth. Its heap starts small, since the demo needs little of it.
 */
const javaOptions = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms64m';

/** The environment of firebase-tools: no updates, messages, usage reports or logins. */
export function suiteEnv(base: NodeJS.ProcessEnv, options: SuiteEnvOptions): NodeJS.ProcessEnv {
  return {
    ...cleanEnv(base),
    PATH: [options.javaBin, binDir, base.PATH ?? ''].join(delimiter),
    FIRESTORE_EMULATOR_BINARY_PATH: options.jar,
    FUNCTIONS_EMULATOR_PARALLEL: '4',
    JDK_JAVA_OPTIONS: javaOptions,
    // Of each worker's memory a fifth was young objects' space, which has nothing to do between two calls.
    NODE_OPTIONS: '--max-semi-space-size=2',
    // Dozens of worker processes load the same code.
    NODE_COMPILE_CACHE: compileCacheDir,
    XDG_CONFIG_HOME: join(cacheDir, 'config'),
    NO_UPDATE_NOTIFIER: '1',
    METADATA_SERVER_DETECTION: 'none',
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
    CI: '1',
    ...options.extra,
  };
}
