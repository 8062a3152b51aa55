import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { cleanEnv } from './platform/clean-env.ts';
import { rootDir } from './platform/paths.ts';
import { projectId } from './project.ts';

/**
 * Runs `npm run check-invariants` for that Firestore and returns its output: a line for each contradiction, then their
 * count. Empty if there are none. Throws if the documents could not be read.
 */
export function contradictions(firestoreHost: string): Promise<string[]> {
  const args = [join(rootDir, 'functions/commands/check-invariants.ts'), '--project', projectId, '--no-sizes'];
  const env = { ...cleanEnv(), FIRESTORE_EMULATOR_HOST: firestoreHost, METADATA_SERVER_DETECTION: 'none' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: rootDir, env }, (error, stdout, stderr) => {
      if (error && error.code !== 1) return reject(new Error(`The documents could not be read: ${stdout}${stderr}`));
      const lines = stdout.trim().split('\n');
      resolve(error ? lines : []);
    });
  });
}
