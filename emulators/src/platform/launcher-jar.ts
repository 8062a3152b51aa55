import { pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';

const mainClass = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const entryName = 'META-INF/MANIFEST.MF';

/**
 * A jar that holds only a manifest: it names that jar as its class path and the Firestore emulator as its main
 * class, because the Google Cloud CLI's jar has none of its own and firebase-tools runs `java -jar`.
 */
export function launcherJar(jar: string): Uint8Array {
  const lines = ['Manifest-Version: 1.0', `Main-Class: ${mainClass}`, `Class-Path: ${pathToFileURL(jar).href}`];
  const manifest = lines.map((line) => `${folded(line)}\r\n`).join('');
  return zipSync({ [entryName]: strToU8(manifest) }, { mtime: '1980-01-02' });
}

/** One manifest line, at most 72 bytes each, continued on lines that start with a space. */
export function folded(line: string): string {
  const rest = line.slice(72).match(/.{1,71}/g) ?? [];
  return [line.slice(0, 72), ...rest].join('\r\n ');
}
