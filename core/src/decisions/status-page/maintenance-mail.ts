import type { Page } from '../../documents/page.ts';
import type { MailedMaintenance } from '../../documents/subscribers.ts';
import { isSame } from '../../values/is-same.ts';
import { MAINTENANCE } from '../../values/limits.ts';
import { DAY_MS } from '../../values/time.ts';
import { concernsMonitor, type WindowWithId } from '../maintenance/monitor-occurrences.ts';
import { occurrencesOf } from '../maintenance/occurrences.ts';
import { componentsOf } from './page-groups.ts';

/** A window that takes place once can be planned so far ahead. */
const ONCE_AHEAD_MS = 5 * 366 * DAY_MS;

type Announced = Pick<MailedMaintenance, 'startsAt' | 'endsAt' | 'components'>;

/**
 * Returns the running or next occurrence of a window whose owner has subscribers mailed, as it concerns a page; null if
 * there is none.
 */
export function announcedOccurrence(
  window: WindowWithId | null,
  page: Pick<Page, 'groups'>,
  nowMs: number,
): Announced | null {
  if (!window?.mailsSubscribers) return null;
  const components = componentsOf(page).filter(({ monitorId }) => concernsMonitor(window, monitorId));
  const aheadMs = window.rule === null ? ONCE_AHEAD_MS : MAINTENANCE.listedMs;
  const [next] = components.length === 0 ? [] : occurrencesOf(window, nowMs, nowMs + aheadMs);
  return next ? { ...next, components: components.map(({ key }) => key) } : null;
}

type Versions = { before: WindowWithId | null; after: WindowWithId | null };

/**
 * Returns what subscribers of a page are mailed about an edit of a window (docs/maintenance.md, Status pages); null for
 * nothing. What has started and ends early is over, as the page shows, and needs no mail.
 */
export function maintenanceMail(
  { before, after }: Versions,
  page: Pick<Page, 'groups'>,
  nowMs: number,
): Omit<MailedMaintenance, 'windowId'> | null {
  const [known, next] = [announcedOccurrence(before, page, nowMs), announcedOccurrence(after, page, nowMs)];
  if (!known) return next && { change: 'planned', ...next };
  if (next && isSame(known, next)) return null;
  const hasStarted = known.startsAt <= nowMs;
  const isLeftOut = before?.rule === after?.rule && before?.start === after?.start && known.startsAt !== next?.startsAt;
  if (!next || isLeftOut) return hasStarted ? null : { change: 'cancelled', ...known };
  return { change: hasStarted && known.startsAt !== next.startsAt ? 'planned' : 'changed', ...next };
}

/** Whether a mail about maintenance is still true, so that the rest of the subscribers get it. */
export function isMailCurrent(
  { change, startsAt, endsAt }: MailedMaintenance,
  window: WindowWithId | null,
  page: Pick<Page, 'groups'>,
  nowMs: number,
): boolean {
  const next = announcedOccurrence(window, page, nowMs);
  if (change === 'cancelled') return next?.startsAt !== startsAt;
  return next?.startsAt === startsAt && next.endsAt === endsAt;
}
