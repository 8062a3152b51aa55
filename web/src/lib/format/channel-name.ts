import { EMAIL_CHANNEL_ID, EMAIL_CHANNEL_NAME } from '@farwatch/core/documents/channels-of';
import type { TFunction } from 'i18next';

/**
 * Returns a channel's name. The account's email channel is named in the reader's language until its name is changed.
 */
export function channelName({ id, name }: { id: string; name: string }, t: TFunction): string {
  return id === EMAIL_CHANNEL_ID && name === EMAIL_CHANNEL_NAME ? t('emailChannel') : name;
}
