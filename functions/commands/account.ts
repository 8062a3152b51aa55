import { parseArgs } from 'node:util';
import { accountOf, ownerOf } from '@farwatch/core/values/account';
import { initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth, type UserRecord } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { copyAccount } from '../src/domain/accounts/copy-account.ts';
import { deleteAccount } from '../src/domain/accounts/delete-account.ts';
import { newRun } from '../src/platform/db/app.ts';
import { users } from '../src/platform/db/collections.ts';
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
  const account = await accountNamed(auth, name);
  if (limit !== undefined)
    console.log(await setLimit(getFirestore(), { id: account.id, name: nameOf(account) }, limit));
  else if (action === 'copy') await copy(account);
  else await close(auth, account, values.yes);
}

/** An account and its owner. */
type Account = { id: string; owner: UserRecord };

/** The own account of the person with that address, or the account with that id, which may have been transferred. */
async function accountNamed(auth: Auth, name: string): Promise<Account> {
  if (name.includes('@')) {
    const owner = await auth.getUserByEmail(name);
    return { id: accountOf(owner.uid, owner.customClaims), owner };
  }
  const document = await users.ref(getFirestore(), name).get();
  return { id: name, owner: await auth.getUser(ownerOf(name, users.readIfValid(document))) };
}

function nameOf({ id, owner: { email = 'without email', uid } }: Account): string {
  return `${email} (${id === uid ? uid : `${uid}, account ${id}`})`;
}

async function copy({ id, owner }: Account): Promise<void> {
  for await (const { lines } of copyAccount(getFirestore(), id, owner)) console.log(lines.join('\n'));
}

async function close(auth: Auth, account: Account, isConfirmed: boolean): Promise<void> {
  const name = nameOf(account);
  if (!isConfirmed) {
    console.log(
      `This permanently deletes the account ${name} and all its data. To confirm, repeat the command with --yes.`,
    );
    return;
  }
  await deleteAccount(newRun(), auth, account.id);
  console.log(
    `${name} is closed, and its documents are deleted. Raw checks and verdict changes expire within thirty days.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
