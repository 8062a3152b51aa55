import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../platform/paths.ts';
import { paymentSecrets } from '../project.ts';

/**
 * Puts the stand-in's secrets where the functions emulator looks before Google's Secret Manager. A change in the folder
 * would make every running suite reload its functions, so existing ones stay. A deployment builds the folder again.
 */
export function writeSecrets(): void {
  const file = join(rootDir, 'functions/dist/.secret.local');
  const text = Object.entries(paymentSecrets).map(([name, value]) => `${name}=${value}\n`);
  if (readIfThere(file) !== text.join('')) writeFileSync(file, text.join(''));
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
