import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/feedback/notice.tsx';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { channelName } from '../../lib/format/channel-name.ts';
import { listText } from '../../lib/format/text.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { ALERTS_PATH } from '../../lib/navigation/paths.ts';

/** A warning that names the channels, by their ids, that deliver no alerts; nothing if there are none. */
export function FailingChannels({ channels }: { channels: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = Object.entries(channels).map(([id, name]) => channelName({ id, name }, t));
  if (names.length === 0) return null;
  const open = (
    <ButtonLink to={ALERTS_PATH} size="sm" variant="outline" borderColor="edge">
      {t('monitors.failingChannels.action')}
    </ButtonLink>
  );
  return (
    <Notice kind="warning" action={open}>
      {t('monitors.failingChannels.text', { count: names.length, names: listText(names, language) })}
    </Notice>
  );
}
