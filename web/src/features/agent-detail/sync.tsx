import { IconButton } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/time';
import { RefreshCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/feedback/notice.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { failureText } from '../../lib/api/failure-text.ts';
import { shortDate } from '../../lib/format/dates.ts';
import { relativeTime } from '../../lib/format/relative-time.ts';
import { useLanguage } from '../../lib/i18n.ts';
import { useNow } from '../../lib/now.ts';
import type { Sync } from './use-sync.ts';

const EVERY_MS = 5 * SECOND_MS;

/** A button that asks the agent to read its configuration again. */
export function SyncButton({ sync: { state, ask } }: { sync: Sync }) {
  const { t } = useTranslation();
  return (
    <BusyButton
      variant="outline"
      borderColor="edge"
      title={t('agent.sync.hint')}
      loading={state.step === 'sending'}
      onClick={ask}
    >
      <RefreshCw aria-hidden="true" />
      {t('agent.sync.button')}
    </BusyButton>
  );
}

/** The result until dismissed: request sent, request failed, or when the agent synced. */
export function SyncNotice({ sync: { state, syncedAt, dismiss } }: { sync: Sync }) {
  const { t } = useTranslation();
  const cross = (
    <IconButton variant="ghost" size="sm" my="-1.5" aria-label={t('close')} onClick={dismiss}>
      <X />
    </IconButton>
  );
  if (state.step === 'failed') {
    const reason = failureText(state.failure).reason ?? t('failure.unexpected');
    return (
      <Notice kind="error" action={cross}>
        {t('agent.sync.failed', { reason })}
      </Notice>
    );
  }
  if (state.step !== 'sent') return null;
  return (
    <Notice kind={syncedAt === null ? 'info' : 'success'} action={cross}>
      {syncedAt === null ? t('agent.sync.sent') : <Synced atMs={syncedAt} />}
    </Notice>
  );
}

function Synced({ atMs }: { atMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ago = relativeTime(atMs, useNow(EVERY_MS));
  if (ago.kind === 'minutes' || ago.kind === 'hours') return t(`agent.sync.${ago.kind}`, { count: ago.count });
  return ago.kind === 'date' ? t('agent.sync.date', { at: shortDate(atMs, language) }) : t('agent.sync.now');
}
