import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../platform/paths.ts';

/** The output of a step. */
export interface Output {
  log(line: string): void;
  /** The output of child processes. */
  stdio: 'inherit' | number;
}

/** Output that is printed at the end. */
export interface KeptOutput extends Output {
  print(): void;
}

/** Printed immediately. */
export const shown: Output = { log: (line) => console.log(line), stdio: 'inherit' };

/** Kept until `print`, so that the output of concurrent steps is not mixed. */
export function keptOutput(name: string): KeptOutput {
  const dir = join(cacheDir, 'reports');
  const file = join(dir, `${name}.log`);
  mkdirSync(dir, { recursive: true });
  const descriptor = openSync(file, 'w');
  return {
    log: (line) => void writeSync(descriptor, `${line}\n`),
    stdio: descriptor,
    print: () => {
      closeSync(descriptor);
      process.stdout.write(readFileSync(file));
    },
  };
}
