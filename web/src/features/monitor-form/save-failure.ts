import type { MonitorContent, MonitorInput } from '@farwatch/core/contracts/api/monitors';
import { changedFields } from '@farwatch/core/values/monitor-fields/field';
import { MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import type { ParseKeys } from 'i18next';

/**
 * The message for a failed save, by what the user was doing: creating, or updating the stored monitor `before`; an
 * update that only added or only removed endpoints has its own message.
 */
export function saveFailureKey(before: MonitorContent | null, saved: MonitorInput): ParseKeys {
  if (!before) return 'form.errors.createFailed';
  if (changedFields(MONITOR_FIELDS, before, saved).length > 0) return 'form.errors.updateFailed';
  const had = new Set(before.endpoints.map(({ url }) => url));
  const has = new Set(saved.endpoints.map(({ url }) => url));
  const added = [...has].some((url) => !had.has(url));
  const removed = [...had].some((url) => !has.has(url));
  if (added === removed) return 'form.errors.updateFailed';
  return added ? 'form.errors.addFailed' : 'form.errors.removeFailed';
}
