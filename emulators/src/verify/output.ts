import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../platform/paths.ts';

/** Where what a step prints goes. */
export interface Output {
  log(line: string): void;
  /** For the programs that it runs. */
  stdio: 'inherit' | number;
}

/** One that is shown at the end. */
export interface KeptOutput extends Output {
  print(): void;
}

/** Shown as it comes. */
export const shown: Output = { log: (line) => console.log(line), stdio: 'inherit' };

/** Kept until `print`, so that steps that run beside each other do not talk at the same time. */
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
