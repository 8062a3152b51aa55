import { Button, Flex, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import { Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useReportSaving } from '../../../lib/navigation/unsaved.ts';
import { ClosedCard } from '../layout.tsx';
import { OutcomeNotice, useSave } from '../saving.tsx';
import { AddStep } from './add-step.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { StepList } from './step-list.tsx';
import { isEscalation } from './steps.ts';

/** Who is notified after how long, as one picture of all channels' delays, closed until it is opened. */
export function EscalationCard() {
  const { t } = useTranslation();
  const { data, mutate } = useApi(channelCalls.list, {}, POLL_MS);
  if (!data) return null;
  return (
    <ClosedCard title={t('escalation.title')} summary={t('escalation.summary')}>
      <Picture channels={data.channels} onChanged={() => mutate()} />
    </ClosedCard>
  );
}

type Props = { channels: readonly ChannelAnswer[]; onChanged: () => Promise<unknown> };

function Picture({ channels, onChanged }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'add' | 'preview' | null>(null);
  const save = useSave('escalation.moveFailed');
  useReportSaving(save.busy);
  const close = () => setOpen(null);
  const move = (onMoved: () => void) => (channel: ChannelAnswer, delayMin: number) =>
    void save.run(async () => {
      const timing = { ...channel.timing, delayMin };
      await callApi(channelCalls.setTiming, { params: { id: channel.id }, body: { timing } });
      await onChanged();
      onMoved();
      return { done: 'escalation.moved' };
    });
  const preview = (
    <Button colorPalette="accent" onClick={() => setOpen('preview')}>
      <Play aria-hidden="true" />
      {t('escalation.preview.open')}
    </Button>
  );
  return (
    <>
      {isEscalation(channels) ? (
        <Flex direction="column" gap="5">
          <Text color="text.muted">{t('escalation.text')}</Text>
          <StepList channels={channels} isBusy={save.busy} onMove={move(() => {})} />
          {open === 'add' && <AddStep channels={channels} isBusy={save.busy} onAdd={move(close)} onClose={close} />}
          {save.outcome && <OutcomeNotice outcome={save.outcome} />}
          <Flex gap="2" wrap="wrap">
            {preview}
            <Button variant="outline" borderColor="edge" disabled={open === 'add'} onClick={() => setOpen('add')}>
              <Plus aria-hidden="true" />
              {t('escalation.add')}
            </Button>
          </Flex>
        </Flex>
      ) : (
        <EmptyState
          title={t('escalation.empty')}
          hint={t('escalation.emptyHint')}
          action={channels.length > 0 ? preview : undefined}
        />
      )}
      {open === 'preview' && <PreviewDialog channels={channels} onClose={close} />}
    </>
  );
}
