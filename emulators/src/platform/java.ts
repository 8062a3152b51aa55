import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { capture } from './capture.ts';
import { Problem } from './problem.ts';
import { isProgram, realPath, whichAll } from './which.ts';

/** The oldest Java that firebase-tools 15 accepts. */
export const minJavaMajor = 21;

export interface JavaEnv {
  JAVA_HOME?: string | undefined;
  PATH?: string | undefined;
}

/** Folders in which package managers install Java versions. */
const usualPlaces = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines', join(homedir(), '.sdkman/candidates/java')];

/**
 * Programs called java, best guess first: JAVA_HOME's, PATH's, then others in the folder where PATH's is installed,
 * since a newer one is often there without being first on PATH.
 */
export function javaCandidates(env: JavaEnv, places: readonly string[] = usualPlaces): string[] {
  const own = env.JAVA_HOME ? [join(env.JAVA_HOME, 'bin/java')] : [];
  const onPath = whichAll('java', env.PATH ?? '');
  const folders = onPath.map((java) => dirname(dirname(dirname(realPath(java)))));
  const siblings = [...new Set([...folders, ...places])].flatMap(javasIn);
  return [...new Set([...own, ...onPath, ...siblings])].filter(isProgram);
}

function javasIn(dir: string): string[] {
  const homes = list(dir)
    .map((name) => join(dir, name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return homes.flatMap((home) => [join(home, 'bin/java'), join(home, 'Contents/Home/bin/java')]);
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** The major version in what `java -version` prints ("1.8.0" is 8), or null. */
export function javaMajor(output: string): number | null {
  const match = /version "(?:1\.)?(\d+)/.exec(output);
  return match ? Number(match[1]) : null;
}

/** The bin folder of the first Java that is new enough. Throws a Problem with instructions. */
export async function findJava(env: JavaEnv = process.env, places?: readonly string[]): Promise<string> {
  const older: number[] = [];
  for (const java of javaCandidates(env, places)) {
    const { code, output } = await capture(java, ['-version']);
    const major = code === 0 ? javaMajor(output) : null;
    if (major !== null && major >= minJavaMajor) return dirname(java);
    if (major !== null) older.push(major);
  }
  const found = older.length > 0 ? `only Java ${Math.max(...older)} was found` : 'none was found';
  throw new Problem(
    `The Firestore emulator needs Java ${minJavaMajor} or later and ${found}: install one (Debian and Ubuntu: apt-get install openjdk-21-jre-headless, macOS: brew install openjdk@21) or set JAVA_HOME.`,
  );
}
