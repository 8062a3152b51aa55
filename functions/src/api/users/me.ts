import { type Me, type MeInput, meInputSchema, meSchema } from '@farwatch/core/api/me';
import type { User } from '@farwatch/core/documents/user';
import type { Caller } from '../authenticate.ts';
import { route } from '../route.ts';
import { changeUser, ensureUser } from './ensure-user.ts';

export const getMe = route({
  method: 'get',
  path: '/me',
  summary: 'The profile of the signed-in user',
  output: meSchema,
  run: async (run, caller) => meOf(caller, await ensureUser(run, caller)),
});

export const putMe = route({
  method: 'put',
  path: '/me',
  summary: 'Change the profile: display name and language',
  body: meInputSchema,
  output: meSchema,
  run: async (run, caller, { body }) => meOf(caller, await changeUser(run, caller, changeOf(body))),
});

function changeOf({ displayName, display_name, language }: MeInput): Partial<User> {
  const name = displayName ?? display_name;
  return { ...(name === undefined ? {} : { displayName: name }), ...(language === undefined ? {} : { language }) };
}

/** The name given here goes before the one that the account came with. */
function meOf(caller: Caller, user: User): Me {
  const displayName = user.displayName || caller.displayName;
  const { language, plan } = user;
  const { uid, email, role } = caller;
  return { uid, email, emailVerified: true, displayName, display_name: displayName, role, language, plan };
}
