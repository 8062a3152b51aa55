import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { downloadedJar, findFirestoreJar, folded, launcherJar } from './firestore-jar.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farwatch-jar-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function file(path: string, mode = 0o644): string {
  const full = join(dir, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, '');
  chmodSync(full, mode);
  return full;
}

/** A PATH whose gcloud is a link to one in an SDK folder, with or without the emulator's jar. */
function cloudCli(withJar: boolean): string {
  const gcloud = file('sdk/bin/gcloud', 0o755);
  if (withJar) file('sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar');
  mkdirSync(join(dir, 'bin'), { recursive: true });
  symlinkSync(gcloud, join(dir, 'bin/gcloud'));
  return join(dir, 'bin');
}

describe('findFirestoreJar', () => {
  it('takes the one named by environment first', () => {
    const named = file('mine.jar');
    expect(findFirestoreJar({ FIRESTORE_EMULATOR_BINARY_PATH: named, PATH: cloudCli(true) }, dir)).toBe(named);
  });

  it('then what firebase-tools downloaded before', () => {
    const env = { FIREBASE_EMULATORS_PATH: join(dir, 'downloads'), PATH: cloudCli(true) };
    file(join('downloads', downloadedJar(env).slice(join(dir, 'downloads').length)));
    expect(findFirestoreJar(env, dir)).toBe(downloadedJar(env));
  });

  it("then a launcher for the Google Cloud CLI's, through the link that gcloud is", () => {
    const env = { FIREBASE_EMULATORS_PATH: join(dir, 'downloads'), PATH: cloudCli(true) };
    expect(findFirestoreJar(env, join(dir, 'cache'))).toBe(join(dir, 'cache/firestore-launcher.jar'));
  });

  it('none when a named file is missing and gcloud has no emulator', () => {
    const env = {
      FIRESTORE_EMULATOR_BINARY_PATH: join(dir, 'gone.jar'),
      FIREBASE_EMULATORS_PATH: dir,
      PATH: cloudCli(false),
    };
    expect(findFirestoreJar(env, dir)).toBeNull();
  });
});

describe('launcherJar', () => {
  it('folds manifest lines at 72 bytes', () => {
    const line = `Class-Path: file:/${'x'.repeat(180)}.jar`;
    const rows = folded(line).split('\r\n');
    expect(rows.every((row) => row.length <= 72)).toBe(true);
    expect(rows.slice(1).every((row) => row.startsWith(' '))).toBe(true);
    expect(rows.map((row, index) => (index === 0 ? row : row.slice(1))).join('')).toBe(line);
    expect(folded('short: line')).toBe('short: line');
  });

  it('is a zip with the manifest in it, spaces in the path escaped', () => {
    const manifest = strFromU8(
      unzipSync(launcherJar('/a folder/emulator.jar'))['META-INF/MANIFEST.MF'] ?? new Uint8Array(),
    );
    expect(manifest).toContain('Class-Path: file:///a%20folder/emulator.jar\r\n');
    expect(manifest).toContain('Main-Class: com.google.cloud.datastore.emulator.firestore.CloudFirestore\r\n');
  });
});
