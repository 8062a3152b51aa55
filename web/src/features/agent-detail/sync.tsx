import { IconButton } from '@chakra-ui/react';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import type { Agent } from '@farwatch/core/documents/agent';
import { SECOND_MS } from '@farwatch/core/values/time';
import { RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/feedback/notice.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { callApi } from '../../lib/api/client.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { shortDate } from '../../lib/format/dates.ts';
import { relativeTime } from '../../lib/format/durations.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { useNow } from '../../lib/time/now.ts';

/** `beforeMs`: the agent's last sync before the request. */
type Step =
  | { step: 'idle' }
  | { step: 'sending' }
  | { step: 'sent'; beforeMs: number }
  | { step: 'failed'; failure: unknown };

/** The state of a sync request; `syncedAt`: when the agent synced after it, epoch ms. */
type Sync = { state: Step; syncedAt: number | null; request: () => void; dismiss: () => void };

/** Requests a sync of the agent; its live document shows when it happened. */
export function useSync({ id, lastSyncAt }: Pick<WithId<Agent>, 'id' | 'lastSyncAt'>): Sync {
  const [state, setState] = useState<Step>({ step: 'idle' });

  async function request() {
    const beforeMs = lastSyncAt ?? 0;
    setState({ step: 'sending' });
    try {
      await callApi(agentCalls.sync, { params: { id } });
      setState({ step: 'sent', beforeMs });
    } catch (failure) {
      setState({ step: 'failed', failure });
    }
  }

  const isSynced = state.step === 'sent' && lastSyncAt !== null && lastSyncAt > state.beforeMs;
  const syncedAt = isSynced ? lastSyncAt : null;
  return { state, syncedAt, request: () => void request(), dismiss: () => setState({ step: 'idle' }) };
}

/** A button that makes the agent load its configuration again. */
export function SyncButton({ sync: { state, request } }: { sync: Sync }) {
  const { t } = useTranslation();
  return (
    <BusyButton
      variant="outline"
      borderColor="edge"
      title={t('agent.sync.hint')}
      loading={state.step === 'sending'}
      onClick={request}
    >
      <RefreshCw aria-hidden="true" />
      {t('agent.sync.button')}
    </BusyButton>
  );
}

/** The request's state until dismissed: sent, failed, or when the agent synced. */
export function SyncNotice({ sync: { state, syncedAt, dismiss } }: { sync: Sync }) {
  const { t } = useTranslation();
  const closeButton = (
    <IconButton variant="ghost" size="sm" my="-1.5" aria-label={t('close')} onClick={dismiss}>
      <X />
    </IconButton>
  );
  if (state.step === 'failed') {
    const reason = failureText(state.failure).reason ?? t('failure.unexpected');
    return (
      <Notice kind="error" action={closeButton}>
        {t('agent.sync.failed', { reason })}
      </Notice>
    );
  }
  if (state.step !== 'sent') return null;
  return (
    <Notice kind={syncedAt === null ? 'info' : 'success'} action={closeButton}>
      {syncedAt === null ? t('agent.sync.sent') : <Synced atMs={syncedAt} />}
    </Notice>
  );
}

function Synced({ atMs }: { atMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ago = relativeTime(atMs, useNow(5 * SECOND_MS));
  if (ago.kind === 'minutes' || ago.kind === 'hours') return t(`agent.sync.${ago.kind}`, { count: ago.count });
  return ago.kind === 'date' ? t('agent.sync.date', { at: shortDate(atMs, language) }) : t('agent.sync.now');
}
