import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { capture } from './capture.ts';
import { cacheDir, rootDir } from './paths.ts';
import { Problem } from './problem.ts';
import { realPath, whichAll } from './which.ts';

const mainClass = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const toolsDir = join(rootDir, 'node_modules/firebase-tools');

export interface JarEnv {
  FIRESTORE_EMULATOR_BINARY_PATH?: string | undefined;
  FIREBASE_EMULATORS_PATH?: string | undefined;
  PATH?: string | undefined;
}

/**
 * The Firestore emulator's jar: the one named by environment, firebase-tools' own download, or a launcher for the
 * Google Cloud CLI's. Null when this machine has none.
 */
export function findFirestoreJar(env: JarEnv, launcherDir = cacheDir): string | null {
  const named = env.FIRESTORE_EMULATOR_BINARY_PATH;
  if (named && existsSync(named)) return named;
  const downloaded = downloadedJar(env);
  if (existsSync(downloaded)) return downloaded;
  const cloud = cloudCliJar(env.PATH ?? '');
  if (cloud === null) return null;
  return writtenLauncher(cloud, launcherDir);
}

/** Replaced atomically: another run's emulator may be reading it. */
function writtenLauncher(cloud: string, dir: string): string {
  mkdirSync(dir, { recursive: true });
  const launcher = join(dir, 'firestore-launcher.jar');
  const draft = `${launcher}.${process.pid}`;
  writeFileSync(draft, launcherJar(cloud), { mode: 0o755 });
  renameSync(draft, launcher);
  return launcher;
}

/** Returns where this version of firebase-tools keeps the jar that it downloads. */
export function downloadedJar(env: JarEnv): string {
  const info: unknown = JSON.parse(readFileSync(join(toolsDir, 'lib/emulator/downloadableEmulatorInfo.json'), 'utf8'));
  const dir = env.FIREBASE_EMULATORS_PATH || join(homedir(), '.cache/firebase/emulators');
  return join(
    dir,
    (info as { firestore: { downloadPathRelativeToCacheDir: string } }).firestore.downloadPathRelativeToCacheDir,
  );
}

/** The jar that `gcloud components install cloud-firestore-emulator` installs with the real gcloud. */
function cloudCliJar(path: string): string | null {
  const jars = whichAll('gcloud', path).map((gcloud) =>
    join(dirname(dirname(realPath(gcloud))), 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'),
  );
  return jars.find((jar) => existsSync(jar)) ?? null;
}

/**
 * The jar to run, downloaded by firebase-tools if this machine has none. Throws a Problem with instructions if that
 * fails.
 */
export async function needFirestoreJar(env: JarEnv = process.env): Promise<string> {
  const found = findFirestoreJar(env);
  if (found !== null) return found;
  console.log('Downloading the Firestore emulator (about 130 MB, once) …');
  const cli = join(toolsDir, 'lib/bin/firebase.js');
  await capture(process.execPath, [cli, 'setup:emulators:firestore', '--project', 'demo-farwatch'], 600_000);
  const downloaded = downloadedJar(env);
  if (existsSync(downloaded)) return downloaded;
  throw new Problem(
    'The Firestore emulator is not on this machine and could not be downloaded: connect to the internet once, or install it with "gcloud components install cloud-firestore-emulator", or name its jar in FIRESTORE_EMULATOR_BINARY_PATH.',
  );
}

/**
 * A jar that holds only a manifest: it names that jar as its class path and the Firestore emulator as its main
 * class, because the Google Cloud CLI's jar has none of its own and firebase-tools runs `java -jar`.
 */
export function launcherJar(jar: string): Uint8Array {
  const lines = ['Manifest-Version: 1.0', `Main-Class: ${mainClass}`, `Class-Path: ${pathToFileURL(jar).href}`];
  const manifest = lines.map((line) => `${folded(line)}\r\n`).join('');
  return zipSync({ 'META-INF/MANIFEST.MF': strToU8(manifest) }, { mtime: '1980-01-02' });
}

/** Folds one manifest line into lines of at most 72 bytes, continued on lines that start with a space. */
export function folded(line: string): string {
  const rest = line.slice(72).match(/.{1,71}/g) ?? [];
  return [line.slice(0, 72), ...rest].join('\r\n ');
}
