import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findJava, javaCandidates, javaMajor } from './java.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farwatch-java-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A folder with a program bin/java that prints that version, or fails if it is null. */
function jdk(name: string, version: string | null): string {
  const bin = join(dir, name, 'bin');
  mkdirSync(bin, { recursive: true });
  const script = version === null ? 'exit 1' : `echo 'openjdk version "${version}" 2025-01-01' >&2`;
  writeFileSync(join(bin, 'java'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'java'), 0o755);
  return join(dir, name);
}

/** A folder on PATH that holds only a link to that JDK's java, as Debian's /usr/bin does. */
function linkedPath(home: string): string {
  const bin = join(dir, 'usr-bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(home, 'bin/java'), join(bin, 'java'));
  return bin;
}

describe('javaMajor', () => {
  it.each([
    ['openjdk version "25" 2025-09-16', 25],
    ['openjdk version "21.0.4" 2024-07-16 LTS', 21],
    ['java version "1.8.0_392"', 8],
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['Unable to locate a Java Runtime.', null],
    ['', null],
  ])('%s', (output, major) => expect(javaMajor(output)).toBe(major));
});

describe('findJava', () => {
  it('prefers JAVA_HOME when it is new enough', async () => {
    const home = jdk('own/jdk-22', '22.0.1');
    const path = join(jdk('jvm/jdk-25', '25'), 'bin');
    expect(await findJava({ JAVA_HOME: home, PATH: path }, [])).toBe(join(home, 'bin'));
  });

  it('skips a JAVA_HOME that is too old, missing or broken', async () => {
    const path = join(jdk('jvm/jdk-21', '21.0.1'), 'bin');
    for (const home of [jdk('own/jdk-17', '17.0.2'), join(dir, 'missing'), jdk('own/broken', null)]) {
      expect(await findJava({ JAVA_HOME: home, PATH: path }, [])).toBe(path);
    }
  });

  it('looks next to the folder that the java on PATH is linked to, newest name first', async () => {
    jdk('jvm/jdk-9', '9');
    jdk('jvm/jdk-21', '21.0.1');
    const newest = jdk('jvm/jdk-25', '25');
    const path = linkedPath(jdk('jvm/jdk-17', '17.0.15'));
    expect(await findJava({ PATH: path }, [])).toBe(join(newest, 'bin'));
  });

  it('finds one in the usual places when PATH has none', async () => {
    const home = jdk('usual/temurin-24/Contents/Home', '24.0.1');
    expect(await findJava({ PATH: join(dir, 'empty') }, [join(dir, 'usual')])).toBe(join(home, 'bin'));
  });

  it('throws one sentence: what to install, and what was found', async () => {
    await expect(findJava({ PATH: '' }, [])).rejects.toThrow(/^The Firestore emulator needs Java 21 .*none was found/);
    const path = linkedPath(jdk('jvm/jdk-17', '17.0.15'));
    await expect(findJava({ PATH: path }, [])).rejects.toThrow(/only Java 17 was found: install one/);
  });

  it('lists no file that cannot be run', () => {
    const home = jdk('jvm/jdk-21', '21');
    chmodSync(join(home, 'bin/java'), 0o644);
    expect(javaCandidates({ JAVA_HOME: home, PATH: '' }, [])).toEqual([]);
  });
});
