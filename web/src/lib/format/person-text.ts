import { EMAIL_CHANNEL_NAME } from '@farwatch/core/documents/channels-of';
import type { Person } from '@farwatch/core/documents/incident';
import type { TFunction } from 'i18next';

/** Who did something and through which channel, such as 'Ann via Telegram'. */
export function personText({ name, channelName }: Person, t: TFunction): string {
  if (channelName === null) return name || t('incidents.act.owner');
  const who = name || t('incidents.act.someone');
  const channel = channelName === EMAIL_CHANNEL_NAME ? t('emailChannel') : channelName;
  return t('incidents.act.via', { who, channel: channel || t('incidents.act.link') });
}
