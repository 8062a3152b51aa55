import { parseArgs } from 'node:util';
import { accountOf } from '@farwatch/core/values/account';
import { initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth, type UserRecord } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { copyAccount } from '../src/domain/accounts/copy-account.ts';
import { deleteAccount } from '../src/domain/accounts/delete-account.ts';
import { newRun } from '../src/platform/db/app.ts';
import { setLimit } from './set-limit.ts';

/**
 * `npm run account -w functions -- copy someone@example.com --project my-project > someone.jsonl`, or `close` to delete
 * the account, which must be confirmed with `--yes`, or `limit` with the number of endpoints it may have. Uses the application default credentials, or the emulators if
 * their addresses are set.
 */
const USAGE = [
  'Usage: npm run account -w functions -- copy|close <email or id> --project <project id> [--yes]',
  '       npm run account -w functions -- limit <email or id> <endpoints> --project <project id>',
].join('\n');

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { project: { type: 'string' }, yes: { type: 'boolean', default: false } },
  });
  const [action, name, limit, ...others] = positionals;
  const isComplete = action === 'limit' ? limit !== undefined : /^(copy|close)$/.test(action ?? '') && !limit;
  if (!isComplete || !name || others.length > 0) throw new Error(USAGE);
  initializeApp(values.project ? { projectId: values.project } : {});
  const auth = getAuth();
  const owner = await personNamed(auth, name);
  if (limit !== undefined)
    console.log(
      await setLimit(getFirestore(), { id: accountOf(owner.uid, owner.customClaims), name: nameOf(owner) }, limit),
    );
  else if (action === 'copy') await copy(owner);
  else await close(auth, owner, values.yes);
}

function personNamed(auth: Auth, name: string): Promise<UserRecord> {
  return name.includes('@') ? auth.getUserByEmail(name) : auth.getUser(name);
}

function nameOf({ email = 'without email', uid }: UserRecord): string {
  return `${email} (${uid})`;
}

async function copy(owner: UserRecord): Promise<void> {
  for await (const { lines } of copyAccount(getFirestore(), accountOf(owner.uid, owner.customClaims), owner))
    console.log(lines.join('\n'));
}

async function close(auth: Auth, owner: UserRecord, isConfirmed: boolean): Promise<void> {
  const name = nameOf(owner);
  if (!isConfirmed) {
    console.log(
      `This permanently deletes the account ${name} and all its data. To confirm, repeat the command with --yes.`,
    );
    return;
  }
  await deleteAccount(newRun(), auth, accountOf(owner.uid, owner.customClaims));
  console.log(
    `${name} is closed, and its documents are deleted. Raw checks and verdict changes expire within thirty days.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
