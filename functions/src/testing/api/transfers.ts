import { addMember } from './members.ts';
import { passwordToken, type TestUser } from './sign-in.ts';
import type { TestApi } from './test-api.ts';

/** What tests do with accounts that are transferred. */
export function transfersOf(api: TestApi) {
  const claimsOf = async ({ uid }: TestUser): Promise<{ own?: string; in?: object }> =>
    (await api.auth.getUser(uid)).customClaims ?? {};
  /** The person, signed in since their claims changed. */
  const fresh = async (user: TestUser): Promise<TestUser> => ({ ...user, token: await passwordToken(user.email) });
  const ownOf = async (user: TestUser): Promise<string> => (await claimsOf(user)).own ?? user.uid;
  const transfer = (user: TestUser, account: string, { uid }: { uid: string }) =>
    api.call(user, 'POST', `/v1/accounts/${account}/transfer`, { uid });
  const withMember = async (): Promise<[TestUser, TestUser]> => {
    const ann = await api.user({ displayName: 'Ann' });
    return [ann, await addMember(api, ann, 'editor')];
  };
  return {
    claimsOf,
    fresh,
    ownOf,
    transfer,
    /** An owner and a member. */
    withMember,
    /** A previous and a new owner, both signed in since the transfer. */
    async transferred() {
      const [ann, bob] = await withMember();
      const { status } = await transfer(ann, ann.uid, bob);
      if (status !== 200) throw new Error(`the transfer was refused with ${status}`);
      return { account: ann.uid, ann: await fresh(ann), bob: await fresh(bob), own: await ownOf(ann) };
    },
  };
}

/** The header that names the account of another. */
export const within = (account: string) => ({ 'X-Account': account });

/** The status and the error code of an answer. */
export const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code ?? null,
];
