import { EMAIL_CHANNEL_ID, EMAIL_CHANNEL_NAME } from '@farwatch/core/documents/channels-of';
import type { TFunction } from 'i18next';

/** A channel's name; that of the account's email channel in the reader's language until it is changed. */
export function channelName({ id, name }: { id: string; name: string }, t: TFunction): string {
  return id === EMAIL_CHANNEL_ID && name === EMAIL_CHANNEL_NAME ? t('emailChannel') : name;
}
