import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls, type Preview } from '@farwatch/core/contracts/api/channels';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { OutcomeNotice, useSave } from '../saving.tsx';
import { GOES_ON, localMinute, type PreviewDraft, type PreviewErrors, parsePreview } from './preview-draft.ts';
import { PreviewFields } from './preview-fields.tsx';
import { PreviewResult } from './preview-result.tsx';

type Props = { channels: readonly ChannelAnswer[]; onClose: () => void };

/** Shows who would be notified of an outage, and when; nothing is sent or saved. */
export function PreviewDialog({ channels, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const monitors = data?.items ?? [];
  return (
    <AppDialog open size="lg" title={t('escalation.preview.title')} onClose={onClose}>
      {!data && <Loading />}
      {data && monitors.length === 0 && (
        <EmptyState title={t('escalation.preview.noMonitors')} hint={t('escalation.preview.noMonitorsHint')} />
      )}
      {monitors.length > 0 && <PreviewForm monitors={monitors} channels={channels} />}
    </AppDialog>
  );
}

type FormProps = { monitors: readonly WithId<Monitor>[]; channels: readonly ChannelAnswer[] };

function PreviewForm({ monitors, channels }: FormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<PreviewDraft>(() => newDraft(monitors[0]?.id ?? ''));
  const [errors, setErrors] = useState<PreviewErrors | null>(null);
  const [shown, setShown] = useState<{ preview: Preview; startMs: number; monitor: string } | null>(null);
  const load = useSave('escalation.preview.failed');
  const monitor = monitors.find(({ id }) => id === draft.monitorId);
  const locations = monitor?.locations ?? [];

  function change(changes: Partial<PreviewDraft>) {
    setDraft({ ...draft, ...changes });
    setErrors(null);
    // What is shown no longer belongs to what is entered.
    setShown(null);
    load.forget();
  }
  function show() {
    const parsed = parsePreview(draft, locations);
    setErrors(parsed.errors ?? null);
    const { body } = parsed;
    if (!body) return;
    void load.run(async () => {
      const preview = await callApi(channelCalls.preview, { body });
      setShown({ preview, startMs: Date.parse(body.startsAt), monitor: monitor?.name ?? '' });
      return null;
    });
  }

  return (
    <chakra.form
      noValidate
      display="flex"
      flexDirection="column"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <Text color="text.muted">{t('escalation.preview.text')}</Text>
      <PreviewFields draft={draft} monitors={monitors} locations={locations} errors={errors} onChange={change} />
      <Flex>
        <BusyButton type="submit" colorPalette="accent" loading={load.busy}>
          {t('escalation.preview.show')}
        </BusyButton>
      </Flex>
      {load.outcome && <OutcomeNotice outcome={load.outcome} />}
      <Box aria-live="polite">{shown && <PreviewResult {...shown} channels={channels} />}</Box>
    </chakra.form>
  );
}

function newDraft(monitorId: string): PreviewDraft {
  return { monitorId, locations: null, severity: null, start: localMinute(currentMs()), lasts: GOES_ON };
}
