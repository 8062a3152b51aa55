import { nextMailingsAt } from '@farwatch/core/decisions/status-page/mailing-restarts';
import type { Page } from '@farwatch/core/documents/page';
import type { Mailing } from '@farwatch/core/documents/subscribers';
import { DAY_MS } from '@farwatch/core/values/time';
import { mailings, pages } from '../../platform/db/collections.ts';
import type { Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

/** How long it is known who was mailed. */
const MAILING_KEPT_MS = 30 * DAY_MS;

/**
 * Creates a mailing to everybody who has subscribed by now, whatever its author has seen of them. Returns its id, whose
 * task the caller enqueues after the commit.
 */
export function createMailing(
  run: Run,
  writer: Writer,
  slug: string,
  content: Pick<Mailing, 'publicationId' | 'incident' | 'maintenance'>,
): string {
  const ref = mailings.ref(run.db, mailings.collection(run.db, slug).doc().id, slug);
  const mailing = {
    ...content,
    sentUntil: null,
    deferred: [],
    deferredAt: null,
    sent: 0,
    failed: 0,
    startedAt: run.nowMs,
    endedAt: null,
    expireAt: run.nowMs + MAILING_KEPT_MS,
  };
  writer.create(ref, mailings.toDocument(mailing));
  return ref.id;
}

/**
 * Makes a page due when a mailing that starts now should have ended, since its task may be lost before it is enqueued.
 * `others`: times at which it is due in any case.
 */
export function writeMailingsDue(
  run: Run,
  writer: Writer,
  slug: string,
  { dueAt }: Pick<Page, 'dueAt'>,
  others: readonly (number | null)[] = [],
): void {
  const known = [dueAt, ...others].filter((atMs) => atMs !== null);
  const mailingsAt = nextMailingsAt([{ startedAt: run.nowMs }], run.nowMs);
  if (mailingsAt === null || known.some((atMs) => atMs <= mailingsAt)) return;
  writer.update(pages.ref(run.db, slug), pages.toUpdate({ dueAt: mailingsAt }));
}
