import { Box, Button, chakra, Flex, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import { channelTimingSchema } from '@farwatch/core/values/channel-timing';
import { zodResolver } from '@hookform/resolvers/zod';
import { BellRing, Play, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callApi } from '../../../lib/api/client.ts';
import { type FieldNames, useMarkedIssues } from '../../../lib/api/mark-issues.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { type Saving, useSaving } from '../../../lib/api/use-saving.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ChannelDetails } from '../channel-list/channel-row.tsx';
import { CHANNEL_TYPE_FORMS } from '../channel-list/type-table.ts';
import { ClosedCard, SettingsRow } from '../layout.tsx';
import { type DoneTexts, OutcomeNotice } from '../saving.tsx';
import { minutesOf } from '../timing/timing-draft.ts';
import { delayText } from '../timing/timing-parts.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { delaysToChoose, escalationSteps, isEscalation, nextDelay } from './steps.ts';

/** Who is notified after how long, as one picture of all channels' delays, closed until it is opened. */
export function EscalationCard() {
  const { t } = useTranslation();
  const { data, mutate } = useApi(channelCalls.list, {}, POLL_MS);
  if (!data) return null;
  return (
    <ClosedCard id="escalation" title={t('escalation.title')} summary={t('escalation.summary')}>
      <Picture channels={data.channels} onChanged={() => mutate()} />
    </ClosedCard>
  );
}

type Props = { channels: readonly ChannelAnswer[]; onChanged: () => Promise<unknown> };

function Picture({ channels, onChanged }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'add' | 'preview' | null>(null);
  const saving = useSaving<DoneTexts>();
  const close = () => setOpen(null);
  const move = (onMoved: () => void) => (channel: ChannelAnswer, delayMin: number) =>
    void saving.save(async () => {
      const timing = { ...channel.timing, delayMin };
      await callApi(channelCalls.setTiming, { params: { id: channel.id }, body: { timing } });
      await onChanged();
      onMoved();
      return ['escalation.moved'];
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
          <StepList channels={channels} isBusy={saving.isBusy} onMove={move(() => {})} />
          {open === 'add' && <AddStep channels={channels} saving={saving} onAdd={move(close)} onClose={close} />}
          <OutcomeNotice saving={saving} failed="escalation.moveFailed" />
          <Flex gap="2" wrap="wrap">
            {preview}
            <Button variant="outline" disabled={open === 'add'} onClick={() => setOpen('add')}>
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

type StepListProps = {
  channels: readonly ChannelAnswer[];
  isBusy: boolean;
  onMove: (channel: ChannelAnswer, delayMin: number) => void;
};

/** The steps of an outage in time, each with the channels that are then notified; a select moves a channel. */
function StepList({ channels, isBusy, onMove }: StepListProps) {
  const { t } = useTranslation();
  const id = useId();
  const moved = useRef<string | null>(null);
  // A moved channel is rendered in another step, so its select loses the focus.
  useEffect(() => {
    if (isBusy || moved.current === null) return;
    document.getElementById(moved.current)?.focus();
    moved.current = null;
  }, [isBusy]);
  const delays = delaysToChoose(channels);
  return (
    <chakra.ol css={lineStyles} aria-label={t('escalation.title')}>
      {escalationSteps(channels).map(({ delayMin, channels: ofStep }) => (
        <li key={delayMin}>
          <Text fontWeight="medium">{delayText(delayMin, t)}</Text>
          {delayMin > 0 && (
            <Text color="text.muted" textStyle="sm">
              {t('escalation.ifStill')}
            </Text>
          )}
          <chakra.ul listStyleType="none" mt="1">
            {ofStep.map((channel) => (
              <ChannelOfStep
                key={channel.id}
                id={`${id}${channel.id}`}
                channel={channel}
                delays={delays}
                onMove={(delay) => {
                  moved.current = `${id}${channel.id}`;
                  onMove(channel, delay);
                }}
              />
            ))}
          </chakra.ul>
        </li>
      ))}
      <chakra.li data-end="">
        <Text color="text.muted">{t('escalation.end')}</Text>
      </chakra.li>
    </chakra.ol>
  );
}

/** A line from the first step to the end, with a dot for each step and a ring for the end. */
const lineStyles: SystemStyleObject = {
  listStyleType: 'none',
  '& > li': { position: 'relative', ps: '6', pb: '4' },
  '& > li::before': {
    content: '""',
    position: 'absolute',
    insetStart: '0',
    top: '5px',
    boxSize: '11px',
    borderRadius: 'full',
    bg: 'accent.solid',
  },
  '& > li:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    insetStart: '5px',
    top: '18px',
    bottom: '-3px',
    width: '1px',
    bg: 'edge',
  },
  '& > li[data-end]': { pb: '0' },
  '& > li[data-end]::before': { bg: 'transparent', borderWidth: '2px', borderColor: 'edge' },
};

type ChannelProps = {
  id: string;
  channel: ChannelAnswer;
  delays: readonly number[];
  onMove: (delayMin: number) => void;
};

function ChannelOfStep({ id, channel, delays, onMove }: ChannelProps) {
  const { t } = useTranslation();
  const name = channelName(channel, t);
  const Icon = CHANNEL_TYPE_FORMS[channel.type]?.icon ?? BellRing;
  const { status } = channel.state;
  const isSilent = status === 'off' || status === 'unverified';
  return (
    <chakra.li py="1">
      <Flex align="center" justify="space-between" columnGap="4" rowGap="1" wrap="wrap">
        <Flex gap="3" minW="0" flex="1 1 180px">
          <Flex color="text.muted" h="5" align="center" flexShrink="0" aria-hidden="true">
            <Icon size={18} />
          </Flex>
          <Box minW="0">
            <chakra.bdi overflowWrap="anywhere">{name}</chakra.bdi>
            <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
              <ChannelDetails channel={channel} />
              {isSilent && ` · ${t(`channels.states.${status}`)}`}
            </Text>
          </Box>
        </Flex>
        <Choice
          id={id}
          label={t('escalation.move', { name })}
          value={String(channel.timing.delayMin)}
          options={delays.map((count) => ({ value: String(count), label: delayText(count, t) }))}
          onChoose={(value) => onMove(Number(value))}
        />
      </Flex>
    </chakra.li>
  );
}

type AddStepProps = {
  channels: readonly ChannelAnswer[];
  saving: Pick<Saving, 'isBusy' | 'failure'>;
  onAdd: (channel: ChannelAnswer, delayMin: number) => void;
  onClose: () => void;
};

const stepSchema = z.object({
  delayMin: z
    .string()
    .transform((entered): number | undefined => minutesOf(entered))
    .pipe(channelTimingSchema.shape.delayMin),
  channelId: z.string(),
});

/** Where the form shows what the API does not accept of a channel's timing. */
const REFUSED_FIELDS: FieldNames = { 'timing.delayMin': { field: 'delayMin' } };

/** Adds a step: gives a channel another delay. */
function AddStep({ channels, saving: { isBusy, failure }, onAdd, onClose }: AddStepProps) {
  const { t } = useTranslation();
  const id = useId();
  const form = useForm({
    defaultValues: { delayMin: String(nextDelay(channels)), channelId: channels.at(-1)?.id ?? '' },
    resolver: zodResolver(stepSchema),
  });
  const { register, control, formState, handleSubmit } = form;
  useMarkedIssues(form, failure, REFUSED_FIELDS);
  const { field } = useController({ control, name: 'channelId' });
  const add = handleSubmit(({ delayMin, channelId }) => {
    const channel = channels.find(({ id: each }) => each === channelId);
    if (channel) onAdd(channel, delayMin);
  });

  return (
    <chakra.form
      noValidate
      borderWidth="1px"
      borderRadius="l2"
      p="4"
      display="flex"
      flexDirection="column"
      gap="3"
      aria-label={t('escalation.add')}
      onSubmit={(event) => void add(event)}
    >
      <TextField
        label={t('escalation.minutes')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        error={formState.errors.delayMin && t('timing.delayBad')}
        {...register('delayMin')}
      />
      <SettingsRow label={t('escalation.channel')} htmlFor={id}>
        <Choice
          id={id}
          value={field.value}
          options={channels.map((channel) => ({ value: channel.id, label: channelName(channel, t) }))}
          onChoose={field.onChange}
        />
      </SettingsRow>
      <Flex gap="2" justify="flex-end">
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          {t('cancel')}
        </Button>
        <BusyButton type="submit" colorPalette="accent" loading={isBusy}>
          {t('escalation.addStep')}
        </BusyButton>
      </Flex>
    </chakra.form>
  );
}
