import { mailNotice } from '@farwatch/core/decisions/notifications/notices';
import type { Run } from '../../platform/db/run.ts';
import { notifyOperatorsDaily } from '../notifications/notify-operators.ts';

/** The subject of operators' notices about the mail server. */
export const MAIL_REFUSED = 'mail_refused';

/** Notifies the operators, once a day, that the mail server refuses a mailing as a whole. */
export function notifyMailRefused(run: Run, slug: string): Promise<void> {
  const timestamps = { occurredAt: run.nowMs, nowMs: run.nowMs };
  return notifyOperatorsDaily(run, MAIL_REFUSED, (adminId) => mailNotice(adminId, slug, timestamps));
}
