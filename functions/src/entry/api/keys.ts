import { type ApiKeyAnswer, keyCalls } from '@farwatch/core/contracts/api/keys';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import type { ApiKey } from '@farwatch/core/documents/api-key';
import { API_KEY_SHOWN, API_KEYS_PER_OWNER } from '@farwatch/core/values/api-key';
import { DAY_MS } from '@farwatch/core/values/time';
import type { DocumentReference } from 'firebase-admin/firestore';
import { apiKeys } from '../../platform/db/collections.ts';
import { changeInTransaction, commitChange } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { apiKeyId, makeApiKey } from '../../platform/http/api-key.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';

const ownFields = apiKeys.pick('ownerId', 'name');
type OwnKey = Pick<ApiKey, 'ownerId' | 'name'>;

export const listKeys = route(keyCalls.list, {
  run: async (run, caller) => {
    const { docs } = await keysOf(run, caller.accountId).get();
    const keys = docs.flatMap((document) => {
      const key = apiKeys.readIfValid(document);
      return key ? [{ id: document.id, key }] : [];
    });
    keys.sort((a, b) => b.key.createdAt - a.key.createdAt);
    return { keys: keys.map(({ id, key }) => answerOf(id, key)) };
  },
});

export const createKey = route(keyCalls.create, {
  run: (run, { uid, accountId }, { body: { name, scope, expiresInDays } }) => {
    const expiresAt = expiresInDays === null ? null : run.nowMs + expiresInDays * DAY_MS;
    return storeNewKey(run, { ownerId: accountId, name, scope, createdBy: uid, expiresAt });
  },
});

/** The confirmed login that a key is made for: the person who confirmed it, and its document, which the key uses up. */
type ForLogin = { person: { id: string; name: string }; usesUp: DocumentReference };

/**
 * Makes a key and stores its hash. Of two that are made at once for a login, one is made. Throws ApiError: too_many_keys;
 * expired_token for a login that is used up.
 */
export async function storeNewKey(
  run: Run,
  fields: Pick<ApiKey, 'ownerId' | 'name' | 'scope' | 'createdBy' | 'expiresAt'>,
  login: ForLogin | null = null,
): Promise<ApiKeyAnswer & { key: string }> {
  const key = makeApiKey();
  const id = idOf(key);
  const { ownerId, name } = fields;
  const created: ApiKey = { ...fields, start: key.slice(0, API_KEY_SHOWN), createdAt: run.nowMs, lastUsedAt: null };
  run.activity?.describe({ id, name, ...(login && { ownerId, person: login.person }) });
  // A transaction holds what its query has found, so that of two keys that are made at once both are counted.
  await changeInTransaction(run, async (tx) => {
    const { docs } = await tx.get(keysOf(run, ownerId).select());
    // It is stored already if the answer to an earlier attempt of this call was lost.
    if (docs.some((document) => document.id === id)) return;
    if (login && !(await tx.get(login.usesUp)).exists) throw new ApiError('expired_token');
    if (docs.length >= API_KEYS_PER_OWNER) throw new ApiError('too_many_keys');
    tx.create(apiKeys.ref(run.db, id), apiKeys.toDocument(created));
    if (login) tx.delete(login.usesUp);
  });
  return { ...answerOf(id, created), key };
}

export const removeKey = route(keyCalls.remove, {
  run: async (run, caller, { params: { id } }) => {
    const key = await readKey(run, id);
    if (key?.ownerId !== caller.accountId) throw new ApiError('not_found');
    await deleteKey(run, id, key);
    return DONE;
  },
});

export const revokeKey = route(keyCalls.revoke, {
  run: async (run, _caller, { body: { key } }) => {
    const id = apiKeyId(key);
    if (id === null) throw new ApiError('not_found');
    const stored = await readKey(run, id);
    if (!stored) throw new ApiError('not_found');
    await deleteKey(run, id, stored);
    return DONE;
  },
});

async function readKey(run: Run, id: string): Promise<OwnKey | null> {
  const [key = null] = await ownFields.getAll(run.db, apiKeys.ref(run.db, id));
  return key;
}

function deleteKey(run: Run, id: string, { ownerId, name }: OwnKey): Promise<void> {
  run.activity?.describe({ id, name, ownerId });
  return commitChange(run, (batch) => batch.delete(apiKeys.ref(run.db, id)));
}

/** Finds the keys of an account. */
export function keysOf(run: Run, accountId: string) {
  return apiKeys.collection(run.db).where('ownerId', '==', accountId);
}

function idOf(key: string): string {
  const id = apiKeyId(key);
  if (id === null) throw new Error('a new key has a wrong checksum');
  return id;
}

function answerOf(id: string, { ownerId: _, createdAt, expiresAt, lastUsedAt, ...shown }: ApiKey): ApiKeyAnswer {
  return { ...shown, id, createdAt: isoOf(createdAt), expiresAt: isoOf(expiresAt), lastUsedAt: isoOf(lastUsedAt) };
}
