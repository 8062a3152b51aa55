import type { MemberRole } from '@farwatch/core/values/account';
import type { TestUser } from './sign-in.ts';
import { passwordToken } from './sign-in.ts';
import type { TestApi } from './test-api.ts';

/** Invites an address to the owner's account, and returns the invitation's id. */
export async function invite(api: TestApi, owner: TestUser, email: string, role: MemberRole): Promise<string> {
  const { body } = await api.call(owner, 'POST', '/v1/invitations', { email, role });
  return (body as { id: string }).id;
}

/** A new person who has joined the owner's account, signed in since then. */
export async function addMember(api: TestApi, owner: TestUser, role: MemberRole): Promise<TestUser> {
  const user = await api.user({ displayName: `A ${role}` });
  const id = await invite(api, owner, user.email, role);
  const { status, body } = await api.call(user, 'POST', `/v1/invitations/${id}/accept`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { ...user, token: await passwordToken(user.email) };
}
