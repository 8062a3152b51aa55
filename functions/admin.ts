import { parseArgs } from 'node:util';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';

/**
 * Gives a user the role admin, or takes it away: `npm run admin -w functions -- grant someone@example.com --project my-project`.
 * Uses the application default credentials, or the Auth emulator where FIREBASE_AUTH_EMULATOR_HOST is set.
 */
const USAGE = 'Usage: npm run admin -w functions -- grant|revoke <e-mail> --project <project id>';

async function main(): Promise<string> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { project: { type: 'string' } } });
  const [action, email] = positionals;
  if ((action !== 'grant' && action !== 'revoke') || !email) throw new Error(USAGE);
  initializeApp(values.project ? { projectId: values.project } : {});
  const auth = getAuth();
  const user = await auth.getUserByEmail(email);
  const { role, ...others } = user.customClaims ?? {};
  if (action === 'grant' && role === 'admin') return `${email} is an admin already.`;
  await auth.setCustomUserClaims(user.uid, action === 'grant' ? { ...others, role: 'admin' } : others);
  // Without this an old token would keep the role for up to an hour.
  await auth.revokeRefreshTokens(user.uid);
  return action === 'grant' ? `${email} is an admin now, from the next sign-in on.` : `${email} is no longer an admin.`;
}

main().then(console.log, (error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
