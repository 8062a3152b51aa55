import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../platform/paths.ts';
import { localSecrets } from '../project.ts';

/**
 * Writes the stand-ins' secrets for the functions emulator, which reads this file before Google's Secret Manager. An
 * unchanged file is kept, since a change in the folder makes every running suite reload its functions.
 */
export function writeSecrets(): void {
  const file = join(rootDir, 'functions/dist/.secret.local');
  const text = Object.entries(localSecrets).map(([name, value]) => `${name}=${value}\n`);
  if (readIfThere(file) !== text.join('')) writeFileSync(file, text.join(''));
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
