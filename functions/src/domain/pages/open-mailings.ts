import type { Page } from '@farwatch/core/documents/page';
import type { Mailing } from '@farwatch/core/documents/subscribers';
import { mailings } from '../../platform/db/collections.ts';
import type { Reader } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

export type OpenMailing = { id: string } & Pick<Mailing, 'startedAt'>;

const openFields = mailings.pick('startedAt');
const MOST = 50;

/** A page's mailings that have not ended: they are being sent, or their task was lost. */
export async function readOpenMailings(
  run: Run,
  reader: Reader,
  slug: string,
  { takesSubscribers }: Pick<Page, 'takesSubscribers'>,
): Promise<OpenMailing[]> {
  if (!takesSubscribers) return [];
  return openFields.find(mailings.collection(run.db, slug).where('endedAt', '==', null).limit(MOST), reader);
}
