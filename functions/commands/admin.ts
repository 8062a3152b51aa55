import { parseArgs } from 'node:util';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { setAdmin } from './set-admin.ts';

/**
 * `npm run admin -w functions -- grant someone@example.com --project my-project`. Uses the application default
 * credentials, or the Auth emulator if FIREBASE_AUTH_EMULATOR_HOST is set.
 */
const USAGE = 'Usage: npm run admin -w functions -- grant|revoke <email> --project <project id>';

async function main(): Promise<string> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { project: { type: 'string' } } });
  const [action, email] = positionals;
  if ((action !== 'grant' && action !== 'revoke') || !email) throw new Error(USAGE);
  initializeApp(values.project ? { projectId: values.project } : {});
  return setAdmin(getAuth(), action, email);
}

main().then(console.log, (error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
