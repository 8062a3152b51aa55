import type { MemberRole } from '@farwatch/core/values/account';
import type { Call } from './calls.ts';
import { ROTATION_CALLS } from './rotations.ts';
import { passwordToken, type TestUser } from './sign-in.ts';
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

/** A call of each route about members and their rotations on the seeded data. */
export const MEMBER_CALLS: Record<string, Call> = {
  ...ROTATION_CALLS,
  'get /v1/members': async ({ admin }, api) => {
    await addMember(api, admin, 'viewer');
    return { path: '/v1/members' };
  },
  'put /v1/members/:id': async ({ admin }, api) => ({
    path: `/v1/members/${(await addMember(api, admin, 'viewer')).uid}`,
    body: { role: 'editor' },
  }),
  'delete /v1/members/:id': async ({ admin }, api) => ({
    path: `/v1/members/${(await addMember(api, admin, 'viewer')).uid}`,
  }),
  'post /v1/invitations': () => ({
    path: '/v1/invitations',
    body: { email: 'bob@farwatch.test', role: 'editor' },
  }),
  'delete /v1/invitations/:id': async ({ admin }, api) => ({
    path: `/v1/invitations/${await invite(api, admin, 'eve@farwatch.test', 'viewer')}`,
  }),
  'post /v1/invitations/:id/accept': async ({ admin }, api) => {
    const user = await api.user();
    return { path: `/v1/invitations/${await invite(api, admin, user.email, 'viewer')}/accept`, user };
  },
  'post /v1/invitations/:id/decline': async ({ admin }, api) => {
    const user = await api.user();
    return { path: `/v1/invitations/${await invite(api, admin, user.email, 'viewer')}/decline`, user };
  },
  'get /v1/accounts': async ({ admin }, api) => {
    const user = await addMember(api, admin, 'viewer');
    return { path: '/v1/accounts', user };
  },
  'delete /v1/accounts/:id': async ({ admin }, api) => {
    const user = await addMember(api, admin, 'viewer');
    return { path: `/v1/accounts/${admin.uid}`, user };
  },
  'post /v1/accounts/:id/transfer': async (_seeded, api) => {
    const user = await api.user();
    const { uid } = await addMember(api, user, 'editor');
    return { path: `/v1/accounts/${user.uid}/transfer`, body: { uid }, user };
  },
};
