import { Button, chakra, Flex } from '@chakra-ui/react';
import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { channelTimingSchema } from '@farwatch/core/values/channel-timing';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { Choice } from '../../../components/form/choice.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { channelName } from '../../../lib/format/channel-name.ts';
import { SettingsRow } from '../layout.tsx';
import { minutesOf } from '../timing/timing-draft.ts';
import { nextDelay } from './steps.ts';

type Props = {
  channels: readonly ChannelAnswer[];
  isBusy: boolean;
  onAdd: (channel: ChannelAnswer, delayMin: number) => void;
  onClose: () => void;
};

/** Adds a step: gives a channel another delay. */
export function AddStep({ channels, isBusy, onAdd, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState(channels.at(-1)?.id ?? '');
  const [minutes, setMinutes] = useState(() => String(nextDelay(channels)));
  const [isBad, setBad] = useState(false);

  function add() {
    const delayMin = channelTimingSchema.shape.delayMin.safeParse(minutesOf(minutes));
    const channel = channels.find((each) => each.id === chosen);
    setBad(!delayMin.success);
    if (delayMin.success && channel) onAdd(channel, delayMin.data);
  }

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
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label={t('escalation.minutes')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        error={isBad ? t('timing.delayBad') : undefined}
        value={minutes}
        onChange={(event) => setMinutes(event.currentTarget.value)}
      />
      <SettingsRow label={t('escalation.channel')} htmlFor={id}>
        <Choice
          id={id}
          value={chosen}
          options={channels.map((channel) => ({ value: channel.id, label: channelName(channel, t) }))}
          onChoose={setChosen}
        />
      </SettingsRow>
      <Flex gap="2" justify="flex-end">
        <Button variant="outline" borderColor="edge" disabled={isBusy} onClick={onClose}>
          {t('cancel')}
        </Button>
        <BusyButton type="submit" colorPalette="accent" loading={isBusy}>
          {t('escalation.addStep')}
        </BusyButton>
      </Flex>
    </chakra.form>
  );
}
