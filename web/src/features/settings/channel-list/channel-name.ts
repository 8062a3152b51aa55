import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { EMAIL_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import type { TFunction } from 'i18next';

/** The name that an account's e-mail channel has before its owner changes it. */
const BUILT_IN_NAME = 'E-mail';

/** A channel's name; that of the account's e-mail channel in the reader's language until it is changed. */
export function channelName({ id, name }: Pick<ChannelAnswer, 'id' | 'name'>, t: TFunction): string {
  return id === EMAIL_CHANNEL_ID && name === BUILT_IN_NAME ? t('channels.types.email.name') : name;
}
