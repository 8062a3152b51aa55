import type { MonitorContent, MonitorInput } from '@farwatch/core/contracts/api/monitors';
import { changedFields } from '@farwatch/core/values/monitor-fields/field';
import { MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import type { ParseKeys } from 'i18next';

/**
 * The message for a failed save: for creating a monitor, or for updating `before`; an update that only added or only
 * removed endpoints has its own message.
 */
export function saveFailureKey(before: MonitorContent | null, saved: MonitorInput): ParseKeys {
  if (!before) return 'form.errors.createFailed';
  if (changedFields(MONITOR_FIELDS, before, saved).length > 0) return 'form.errors.updateFailed';
  const oldUrls = new Set(before.endpoints.map(({ url }) => url));
  const newUrls = new Set(saved.endpoints.map(({ url }) => url));
  const added = [...newUrls].some((url) => !oldUrls.has(url));
  const removed = [...oldUrls].some((url) => !newUrls.has(url));
  if (added === removed) return 'form.errors.updateFailed';
  return added ? 'form.errors.addFailed' : 'form.errors.removeFailed';
}
