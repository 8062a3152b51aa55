import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rootDir } from '../platform/paths.ts';
import type { Ports } from '../platform/ports.ts';
import { isRunning } from '../platform/processes.ts';
import { headersWithEmulators } from './content-policy.ts';

type FirebaseConfig = Record<string, unknown> & { hosting?: Record<string, unknown> };

export interface ConfigOptions {
  /** The folder of the built app, if not that of firebase.json. */
  webDir?: string | undefined;
  /** Whether each test has its own project; otherwise the emulators warn about each call of another project. */
  manyProjects?: boolean;
}

/** firebase.json with these ports, which pages may call, and these options. */
export function configFor(
  config: FirebaseConfig,
  ports: Ports,
  { webDir, manyProjects = false }: ConfigOptions = {},
): FirebaseConfig {
  const at = (port: number) => ({ host: '127.0.0.1', port });
  const headers = headersWithEmulators(config.hosting?.headers ?? [], ports);
  return {
    ...config,
    hosting: { ...config.hosting, headers, ...(webDir && { public: webDir }) },
    emulators: {
      auth: at(ports.auth),
      eventarc: at(ports.eventarc),
      firestore: { ...at(ports.firestore), websocketPort: ports.websocket },
      functions: at(ports.functions),
      hosting: at(ports.hosting),
      hub: at(ports.hub),
      logging: at(ports.logging),
      tasks: at(ports.tasks),
      ui: { enabled: false },
      singleProjectMode: !manyProjects,
    },
  };
}

export interface ConfigFile {
  path: string;
  remove(): void;
}

/**
 * Writes that configuration next to firebase.json, since firebase-tools resolves its paths relative to its folder and
 * refuses those outside. Deletes files of runs that were killed.
 */
export function writeConfig(ports: Ports, { webDir, ...more }: ConfigOptions): ConfigFile {
  clearStale();
  const config: unknown = JSON.parse(readFileSync(join(rootDir, 'firebase.json'), 'utf8'));
  const path = join(rootDir, `firebase.local.${process.pid}-${ports.hub}.json`);
  const shownDir = webDir && relative(rootDir, webDir);
  writeFileSync(
    path,
    JSON.stringify(configFor(config as FirebaseConfig, ports, { webDir: shownDir, ...more }), null, 2),
  );
  const remove = () => rmSync(path, { force: true });
  process.once('exit', remove);
  return { path, remove };
}

function clearStale(): void {
  for (const name of readdirSync(rootDir)) {
    const pid = /^firebase\.local\.(\d+)-\d+\.json$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(rootDir, name), { force: true });
  }
}
