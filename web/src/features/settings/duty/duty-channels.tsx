import { chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import type { RotationAnswer } from '@farwatch/core/contracts/api/rotations';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { type Person, usePersonName } from './people.ts';

type Props = { rotations: readonly RotationAnswer[]; people: readonly Person[] };

/** Whose each channel is, and the rotation in which they must be on duty; saved as it is chosen. */
export function DutyChannels(props: Props) {
  const { t } = useTranslation();
  const { data, mutate } = useApi(channelCalls.list, {});
  if (!data) return null;
  return (
    <Flex direction="column" gap="2">
      <Heading as="h3" textStyle="md" fontWeight="semibold">
        {t('duty.channels')}
      </Heading>
      <Text color="text.muted">{t('duty.channelsText')}</Text>
      <chakra.ul listStyleType="none" aria-label={t('duty.channels')}>
        {data.channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} onChanged={() => mutate()} {...props} />
        ))}
      </chakra.ul>
    </Flex>
  );
}

type RowProps = Props & { channel: ChannelAnswer; onChanged: () => Promise<unknown> };

/** Values of the fields that are no ids. */
const NONE = '';

function ChannelRow({ channel, rotations, people, onChanged }: RowProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName(people);
  const saving = useSaving();
  const { id, personId, onDutyIn } = channel;
  const name = channelName(channel, t);
  const persons =
    personId === undefined || people.some((each) => each.id === personId) ? people : [...people, former()];
  const save = (person: string, rotation: string) =>
    saving.save(async () => {
      const body = { personId: person || null, onDutyIn: (person && rotation) || null };
      await callApi(channelCalls.setDuty, { params: { id }, body });
      await onChanged();
    });

  function former(): Person {
    return { id: personId ?? NONE, name: nameOf(personId ?? NONE) };
  }

  return (
    <chakra.li display="flex" flexDirection="column" gap="2" py="2" borderTopWidth="1px">
      <Flex columnGap="3" rowGap="2" wrap="wrap" align="center">
        <Text flex="1 1 160px" minW="0" overflowWrap="anywhere">
          <bdi>{name}</bdi>
        </Text>
        <Choice
          label={t('duty.personOf', { channel: name })}
          value={personId ?? NONE}
          options={[
            { value: NONE, label: t('duty.ofAccount') },
            ...persons.map((person) => ({ value: person.id, label: person.name })),
          ]}
          onChoose={(person) => void save(person, onDutyIn ?? NONE)}
        />
        {personId !== undefined && (
          <Choice
            label={t('duty.dutyOf', { channel: name })}
            value={onDutyIn ?? NONE}
            options={[
              { value: NONE, label: t('duty.always') },
              ...rotations.map((rotation) => ({
                value: rotation.id,
                label: t('duty.onlyIn', { rotation: rotation.name }),
              })),
            ]}
            onChoose={(rotation) => void save(personId, rotation)}
          />
        )}
      </Flex>
      {saving.failure !== null && <FailureNotice title={t('duty.channelFailed')} failure={saving.failure} />}
    </chakra.li>
  );
}
