import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LineSetup } from '@farwatch/core/documents/line-setup';
import { senderIdsIn, withSenders } from '@farwatch/core/values/channels/line';
import { READ_RATE } from '@farwatch/core/values/token-bucket';
import { Router } from 'express';
import { readLineName } from '../../../domain/channels/line/read-name.ts';
import { lineSetups } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { rawBodyOf } from '../../../platform/http/middleware.ts';
import { visitorLimit } from '../../../platform/http/visitor-limit.ts';
import { readToken } from '../../../platform/links/signed-token.ts';
import { LINE_EVENTS_PATH } from './find-senders.ts';

type Event = { token: string; signature: string; raw: Uint8Array; body: unknown };

/**
 * Takes the events that LINE posts to the address of an owner's search (find-senders.ts), and stores who they come
 * from. Only a body that LINE has signed with that search's channel secret changes anything.
 */
export function lineEvents(newRun: () => Run): Router {
  const router = Router();
  const visitors = visitorLimit(READ_RATE);
  router.post(`${LINE_EVENTS_PATH}/:token`, async (request, response) => {
    const run = newRun();
    visitors.take(request, run.nowMs);
    const { token } = request.params;
    const signature = request.get('x-line-signature') ?? '';
    const raw = rawBodyOf(request) ?? new Uint8Array();
    await storeSenders(run, { token, signature, raw, body: request.body });
    response.json({});
  });
  return router;
}

async function storeSenders(run: Run, { token, signature, raw, body }: Event): Promise<void> {
  const link = await readToken(run, 'line-events', token);
  if ('refused' in link) throw new ApiError(link.refused === 'expired' ? 'link_expired' : 'link_invalid');
  const ref = lineSetups.ref(run.db, link.values[0] ?? '');
  const setup = lineSetups.readIfValid(await ref.get());
  if (!setup || setup.expireAt <= run.nowMs) throw new ApiError('link_expired');
  if (!isSignedBy(setup.channelSecret, raw, signature)) throw new ApiError('forbidden');
  const known = setup.senders.map(({ id }) => id);
  const added = await namedSenders(
    setup,
    senderIdsIn(body).filter((id) => !known.includes(id)),
  );
  if (added.length === 0) return;
  await run.db.runTransaction(async (tx) => {
    const current = lineSetups.readIfValid(await tx.get(ref));
    if (current?.channelSecret !== setup.channelSecret) return;
    tx.update(ref, lineSetups.toUpdate({ senders: withSenders(current.senders, added) }));
  });
}

/** developers.line.biz/en/docs/messaging-api/verify-webhook-signature */
function isSignedBy(secret: string, raw: Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(raw).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function namedSenders({ accessToken }: LineSetup, ids: readonly string[]) {
  return Promise.all(
    ids.map(async (id) => ({ id, name: accessToken === null ? null : await readLineName(accessToken, id) })),
  );
}
