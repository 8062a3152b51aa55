import { createHash, randomBytes, randomInt } from 'node:crypto';
import { loginCalls } from '@farwatch/core/contracts/api/logins';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import type { Login } from '@farwatch/core/documents/login';
import { ACTIVITY_LIMITS } from '@farwatch/core/values/activity';
import { API_KEYS_PER_OWNER } from '@farwatch/core/values/api-key';
import { clip } from '@farwatch/core/values/clip';
import {
  LOGIN_CODE_LENGTH,
  LOGIN_CODE_LETTERS,
  LOGIN_POLL_MS,
  LOGIN_VALID_MS,
  loginPagePath,
  shownLoginCode,
} from '@farwatch/core/values/login-code';
import { SECOND_MS } from '@farwatch/core/values/time';
import { logins } from '../../platform/db/collections.ts';
import { changeInTransaction, commitChange } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { enabledOwner } from '../../platform/http/authenticate.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { requestLimit } from '../../platform/http/request-limit.ts';
import { route } from '../../platform/http/route.ts';
import { keysOf, storeNewKey } from './keys.ts';

/** A poll may come early once, since clocks and networks are not exact. */
const polls = requestLimit({ burst: 2, perSec: SECOND_MS / LOGIN_POLL_MS });

export const startLogin = route(loginCalls.start, {
  run: async (run, _caller, { body: { host, scope } }) => {
    const deviceCode = randomBytes(32).toString('base64url');
    const userCode = makeUserCode();
    const login: Login = {
      ownerId: null,
      confirmedBy: '',
      isRefused: false,
      userCode,
      host,
      scope,
      createdAt: run.nowMs,
      expireAt: run.nowMs + LOGIN_VALID_MS,
    };
    await commitChange(run, (batch) => batch.set(refOf(run, deviceCode), logins.toDocument(login)));
    return {
      deviceCode,
      userCode: shownLoginCode(userCode),
      path: loginPagePath(userCode),
      intervalSec: LOGIN_POLL_MS / SECOND_MS,
      expiresInSec: LOGIN_VALID_MS / SECOND_MS,
    };
  },
});

/** The key is made here and not when it is confirmed, so that it is never stored. */
export const takeKey = route(loginCalls.take, {
  run: async (run, _caller, { body: { deviceCode } }) => {
    const ref = refOf(run, deviceCode);
    if (!polls.allows(ref.id, run.nowMs)) throw new ApiError('slow_down');
    const login = logins.read(await ref.get());
    if (!login || login.expireAt <= run.nowMs) throw new ApiError('expired_token');
    const { ownerId, confirmedBy, isRefused, host, scope } = login;
    if (isRefused) throw new ApiError('access_denied');
    if (ownerId === null) throw new ApiError('authorization_pending');
    const { uid } = await enabledOwner(run, ownerId);
    const name = `farwatch on ${host}`;
    const made = { ownerId, name, scope, createdBy: uid, expiresAt: null };
    const { key } = await storeNewKey(run, made, { person: { id: uid, name: confirmedBy }, usesUp: ref });
    return { key, name, scope };
  },
});

export const readLogin = route(loginCalls.read, {
  run: async (run, _caller, { query: { code } }) => {
    const found = await waitingWith(run, code).get();
    const login = found.docs.length === 1 ? found.docs.map((document) => logins.read(document))[0] : null;
    if (!login || !isUndecided(login, run)) throw new ApiError('not_found');
    const { host, scope, createdAt, expireAt } = login;
    return { host, scope, createdAt: isoOf(createdAt), expiresAt: isoOf(expireAt) };
  },
});

export const decideLogin = route(loginCalls.decide, {
  run: async (run, { accountId, displayName, email }, { body: { code, isConfirmed, scope } }) => {
    const decision: Partial<Login> = isConfirmed
      ? { ownerId: accountId, confirmedBy: clip(displayName || email, ACTIVITY_LIMITS.nameLength), scope }
      : { isRefused: true };
    await changeInTransaction(run, async (tx) => {
      const { docs } = await tx.get(waitingWith(run, code));
      const [document] = docs;
      const login = document && docs.length === 1 ? logins.read(document) : null;
      if (!document || !login) throw new ApiError('not_found');
      // It is decided already if the answer to an earlier attempt of this call was lost.
      if (isConfirmed ? login.ownerId === accountId && login.scope === scope : login.isRefused) return;
      if (!isUndecided(login, run)) throw new ApiError('not_found');
      if (isConfirmed) {
        const keys = await tx.get(keysOf(run, accountId).select());
        if (keys.docs.length >= API_KEYS_PER_OWNER) throw new ApiError('too_many_keys');
      }
      tx.update(document.ref, logins.toUpdate(decision));
    });
    return DONE;
  },
});

/** Two logins with one code are as good as none: nobody could say which one is confirmed. */
function waitingWith(run: Run, userCode: string) {
  return logins.collection(run.db).where('userCode', '==', userCode).limit(2);
}

function isUndecided({ ownerId, isRefused, expireAt }: Login, { nowMs }: Run): boolean {
  return ownerId === null && !isRefused && expireAt > nowMs;
}

function refOf(run: Run, deviceCode: string) {
  return logins.ref(run.db, createHash('sha256').update(deviceCode).digest('base64url'));
}

function makeUserCode(): string {
  const letter = () => LOGIN_CODE_LETTERS.charAt(randomInt(LOGIN_CODE_LETTERS.length));
  return Array.from({ length: LOGIN_CODE_LENGTH }, letter).join('');
}
