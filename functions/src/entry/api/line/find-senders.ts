import { lineCalls } from '@farwatch/core/contracts/api/line';
import type { LineSetup } from '@farwatch/core/documents/line-setup';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { lineSetups } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { route } from '../../../platform/http/route.ts';
import { appUrl } from '../../../platform/links/app-url.ts';
import { signToken } from '../../../platform/links/signed-token.ts';

/** Where LINE posts its events, with a token: `{app}/api{path}/{token}`. */
export const LINE_EVENTS_PATH = '/v1/line-events';

const LISTENS_FOR_MS = HOUR_MS;
/** While it is polled, its end is stored this often. */
const EXTENDED_EVERY_MS = 10 * MINUTE_MS;
/** The address in LINE's console also serves a later search. */
const ADDRESS_DAYS = 30;

/** Another secret is another LINE account, to which no user has written yet. */
export const findLineSenders = route(lineCalls.findSenders, {
  run: async (run, { accountId }, { body }) => {
    const setup = await run.db.runTransaction(async (tx) => {
      const ref = lineSetups.ref(run.db, accountId);
      const stored = lineSetups.readIfValid(await tx.get(ref));
      const current = continued(stored, body, run.nowMs);
      if (current !== stored) tx.set(ref, lineSetups.toDocument(current));
      return current;
    });
    return { webhookUrl: await webhookUrl(run, accountId), senders: setup.senders };
  },
});

function continued(
  stored: LineSetup | null,
  { channelSecret, accessToken }: Pick<LineSetup, 'channelSecret' | 'accessToken'>,
  nowMs: number,
): LineSetup {
  const isSame = stored?.channelSecret === channelSecret && stored.expireAt > nowMs;
  const isLong = isSame && stored.expireAt > nowMs + LISTENS_FOR_MS - EXTENDED_EVERY_MS;
  if (isLong && stored.accessToken === accessToken) return stored;
  return { channelSecret, accessToken, senders: isSame ? stored.senders : [], expireAt: nowMs + LISTENS_FOR_MS };
}

/** Returns the same URL all day, so that the copied URL is the one that is shown. */
async function webhookUrl(run: Run, accountId: string): Promise<string> {
  const untilMs = (Math.floor(run.nowMs / DAY_MS) + ADDRESS_DAYS) * DAY_MS;
  const token = await signToken(run, 'line-events', [accountId], untilMs);
  return `${appUrl(process.env)}/api${LINE_EVENTS_PATH}/${token}`;
}
