import { randomBytes } from 'node:crypto';
import { memberId, memberSchema } from '@farwatch/core/documents/member';
import { newUser, type User, userSchema } from '@farwatch/core/documents/user';
import type { MemberRole } from '@farwatch/core/values/account';
import { type App, getApps, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { projectId } from '../../src/project.ts';
import { SeedDocuments } from '../../src/seed/documents.ts';

/** A person who can sign in. */
export type Account = { uid: string; email: string; password: string; displayName: string };

function admin(): App {
  const [app = initializeApp({ projectId })] = getApps();
  return app;
}

/** Firestore with the server's rights: no security rules apply. */
export function database(): Firestore {
  return getFirestore(admin());
}

/** Creates an account with a verified email address and a profile. */
export async function makeAccount(displayName = 'Vera Viewer', profile: Partial<User> = {}): Promise<Account> {
  const uid = `e2e${randomBytes(6).toString('hex')}`;
  const account = { uid, email: `${uid}@farwatch.test`.toLowerCase(), password: 'farwatch-e2e', displayName };
  await getAuth(admin()).createUser({ ...account, emailVerified: true });
  const documents = new SeedDocuments();
  documents.put(userSchema, `users/${uid}`, {
    ...newUser({ displayName, email: account.email }, Date.now()),
    ...profile,
  });
  await documents.write(database());
  return account;
}

/** Makes people members of an account, who have not signed in. Returns them in the same order. */
export async function seedMembers(owner: Account, roles: Readonly<Record<string, MemberRole>>): Promise<Account[]> {
  const documents = new SeedDocuments();
  const people: Account[] = [];
  for (const [displayName, role] of Object.entries(roles)) {
    const person = await makeAccount(displayName);
    const { uid, email } = person;
    people.push(person);
    const member = { ownerId: owner.uid, uid, role, displayName, email, accountName: owner.displayName };
    documents.put(memberSchema, `members/${memberId(owner.uid, uid)}`, { ...member, createdAt: Date.now() });
  }
  await documents.write(database());
  return people;
}

/** Creates an account that also signs in through Google, which provides its address. */
export async function makeGoogleAccount(): Promise<Account> {
  const account = await makeAccount();
  const { uid, email } = account;
  await getAuth(admin()).updateUser(uid, { providerToLink: { providerId: 'google.com', uid: `google-${uid}`, email } });
  return account;
}
