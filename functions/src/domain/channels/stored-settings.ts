import { isDeepStrictEqual } from 'node:util';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type StoredNotifications,
} from '@farwatch/core/documents/notification-settings';
import { type DocumentData, type DocumentSnapshot, FieldValue } from 'firebase-admin/firestore';
import { notifications } from '../../platform/db/collections.ts';

/**
 * Returns an owner's settings, or the defaults. A channel that only a newer version knows stays stored, and is left out
 * here, so that the others send (docs/documents.md, Documents of other versions).
 */
export function readStoredSettings(document: DocumentSnapshot | undefined): StoredNotifications {
  const stored = document && notifications.readSkippingInvalid(document, 'channels').value;
  return stored ?? DEFAULT_NOTIFICATION_SETTINGS;
}

/** Returns the update that makes stored settings what they are `after`: channels and fields that are not known stay. */
export function settingsUpdate(before: StoredNotifications, after: StoredNotifications): DocumentData {
  const { channels, ...fields } = after;
  const changed = Object.entries(channels).filter(([id, channel]) => !isDeepStrictEqual(channel, before.channels[id]));
  const removed = Object.keys(before.channels).filter((id) => !Object.hasOwn(channels, id));
  return {
    ...notifications.toUpdate(fields),
    ...notifications.toUpdate(Object.fromEntries(changed.map(([id, channel]) => [`channels.${id}` as const, channel]))),
    ...Object.fromEntries(removed.map((id) => [`channels.${id}`, FieldValue.delete()])),
  };
}
