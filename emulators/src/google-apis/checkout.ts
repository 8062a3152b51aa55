import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Build, buildIfStale } from '../build.ts';
import { cacheDir, freshDir, rootDir } from '../platform/paths.ts';

export interface Checkout {
  dir: string;
  write(file: string, text: string): void;
  read(file: string): string;
}

/**
 * A folder that deploys like this one, without building: the functions as they are built, and a site of two files.
 * Builds that run at the same time use the real folders.
 */
export async function makeCheckout(name: string): Promise<Checkout> {
  const functions: Build = { workspace: 'functions', outDir: join(rootDir, 'functions/dist'), env: {}, args: [] };
  await buildIfStale(functions);
  const dir = join(cacheDir, 'deploy', name);
  freshDir(dir);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  const config = JSON.parse(readFileSync(join(rootDir, 'firebase.json'), 'utf8'), (key, value: unknown) =>
    key === 'predeploy' ? undefined : value,
  ) as unknown;
  write('firebase.json', JSON.stringify(config));
  for (const file of ['firestore.rules', 'firestore.indexes.json']) cpSync(join(rootDir, file), join(dir, file));
  // The settings of the user who runs this are left out.
  const filter = (file: string) => !basename(file).startsWith('.env');
  cpSync(functions.outDir, join(dir, 'functions/dist'), { recursive: true, filter });
  write('web/dist/app.html', '<!doctype html><title>Farwatch</title>');
  write('web/dist/assets/app.js', 'export {};');
  return { dir, write, read: (file) => readFileSync(join(dir, file), 'utf8') };
}
