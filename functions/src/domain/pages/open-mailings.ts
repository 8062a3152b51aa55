import { MAILING_GIVE_UP_MS } from '@farwatch/core/decisions/status-page/mailing-restarts';
import type { Page } from '@farwatch/core/documents/page';
import type { Mailing } from '@farwatch/core/documents/subscribers';
import { Timestamp } from 'firebase-admin/firestore';
import { mailings } from '../../platform/db/collections.ts';
import type { Reader } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

export type OpenMailing = { id: string } & Pick<Mailing, 'startedAt'>;

const openFields = mailings.pick('startedAt');

/**
 * A page's mailings that have not ended and may be started again: they are being sent, or their task was lost. Those that
 * always fail are given up after two hours, so that they do not hide others.
 */
export async function readOpenMailings(
  run: Run,
  reader: Reader,
  slug: string,
  { takesSubscribers }: Pick<Page, 'takesSubscribers'>,
): Promise<OpenMailing[]> {
  if (!takesSubscribers) return [];
  const since = Timestamp.fromMillis(run.nowMs - MAILING_GIVE_UP_MS);
  const open = mailings.collection(run.db, slug).where('endedAt', '==', null).where('startedAt', '>=', since);
  return openFields.find(open.orderBy('startedAt'), reader);
}
