import { Box, Button, chakra, Flex, Heading, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import { type RotationAnswer, rotationCalls } from '@farwatch/core/contracts/api/rotations';
import { ROTATION } from '@farwatch/core/documents/rotation';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { unlessDeleted, useSaving } from '../../../lib/api/use-saving.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { shortDate } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useIsEditor, useUid } from '../../../lib/session/session.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { useDisclosure } from '../../../ui/layout/disclosure.ts';
import { ForEditors } from '../../../ui/layout/for-editors.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { TextWithParts } from '../../../ui/text/text-with-parts.tsx';
import { SettingsCard } from '../layout.tsx';
import { type Person, usePersonName } from './people.ts';
import { RotationDialog } from './rotation-dialog.tsx';
import { ShiftCalendar } from './shift-calendar.tsx';
import { SwapDialog } from './swap-dialog.tsx';
import { TakeOverDialog } from './take-over-dialog.tsx';

type RotationDialogName = 'edit' | 'takeOver' | 'swap' | 'delete';
type Open = { dialog: RotationDialogName; rotation: RotationAnswer } | { dialog: 'add' } | null;

/** Who of the account is on duty: rotations, their next four weeks, changed shifts, and the channels that follow them. */
export default function DutyCard() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const { data, error, isValidating, mutate } = useApi(rotationCalls.list, {});
  const onChanged = async () => {
    await mutate();
    setOpen(null);
  };
  const close = () => setOpen(null);
  const add = (
    <ForEditors>
      <Button
        variant="outline"
        alignSelf="flex-start"
        disabled={(data?.rotations.length ?? 0) >= ROTATION.perAccount}
        onClick={() => setOpen({ dialog: 'add' })}
      >
        <Plus aria-hidden="true" />
        {t('duty.add')}
      </Button>
    </ForEditors>
  );
  return (
    <SettingsCard id="duty" title={t('duty.title')} text={t('duty.text')}>
      {!data && error && (
        <FailureNotice
          title={t('duty.loadFailed')}
          failure={error}
          isRetrying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && <Loading />}
      {data?.rotations.length === 0 && <EmptyState title={t('duty.empty')} hint={t('duty.emptyHint')} action={add} />}
      {data && data.rotations.length > 0 && (
        <>
          {add}
          {data.people.length === 1 && <Text color="text.muted">{t('duty.alone')}</Text>}
          <chakra.ul aria-label={t('duty.title')} css={listStyles}>
            {data.rotations.map((rotation) => (
              <RotationRow
                key={rotation.id}
                rotation={rotation}
                people={data.people}
                onOpen={(dialog) => setOpen({ dialog, rotation })}
                onChanged={onChanged}
              />
            ))}
          </chakra.ul>
          <ForEditors>
            <DutyChannels rotations={data.rotations} people={data.people} />
          </ForEditors>
        </>
      )}
      {data && open?.dialog === 'takeOver' && (
        <TakeOverDialog rotation={open.rotation} people={data.people} onSaved={onChanged} onClose={close} />
      )}
      {data && open?.dialog === 'swap' && (
        <SwapDialog rotation={open.rotation} people={data.people} onSaved={onChanged} onClose={close} />
      )}
      {data && (open?.dialog === 'add' || open?.dialog === 'edit') && (
        <RotationDialog
          rotation={open.dialog === 'edit' ? open.rotation : null}
          people={data.people}
          onSaved={onChanged}
          onClose={close}
        />
      )}
      {open?.dialog === 'delete' && <DeleteDialog rotation={open.rotation} onDeleted={onChanged} onClose={close} />}
    </SettingsCard>
  );
}

const listStyles: SystemStyleObject = {
  listStyleType: 'none',
  mx: { base: '-4', sm: '-6' },
  '& > li': { px: { base: '4', sm: '6' }, py: '4', borderTopWidth: '1px' },
};

type RowProps = {
  rotation: RotationAnswer;
  people: readonly Person[];
  onOpen: (dialog: RotationDialogName) => void;
  onChanged: () => Promise<unknown>;
};

function RotationRow({ rotation, people, onOpen, onChanged }: RowProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName(people);
  const language = useLanguage();
  const { isOpen, button, panel } = useDisclosure();
  const { name, current, next } = rotation;
  const isShared = people.filter(({ id }) => rotation.people.includes(id)).length > 1;
  return (
    <chakra.li display="flex" flexDirection="column" gap="3">
      <Flex columnGap="4" rowGap="2" wrap="wrap" align="flex-start">
        <Box flex="1 1 240px" minW="0" overflowWrap="anywhere">
          <chakra.bdi fontWeight="medium">{name}</chakra.bdi>
          <Text>
            <TextWithParts
              text={t('duty.now')}
              parts={{
                name: <bdi>{current.uid === null ? t('duty.nobody') : nameOf(current.uid)}</bdi>,
                date: <span>{shortDate(Date.parse(current.endsAt), language)}</span>,
              }}
            />
          </Text>
          {next && (
            <Text color="text.muted">
              {t('duty.then', { name: next.uid === null ? t('duty.nobody') : nameOf(next.uid) })}
            </Text>
          )}
        </Box>
        <Flex gap="2" wrap="wrap">
          <Button variant="outline" aria-label={t('duty.takeOverNamed', { name })} onClick={() => onOpen('takeOver')}>
            {t('duty.takeOver')}
          </Button>
          <ForEditors>
            {isShared && (
              <Button variant="outline" aria-label={t('duty.swapNamed', { name })} onClick={() => onOpen('swap')}>
                {t('duty.swap')}
              </Button>
            )}
            <Button variant="outline" aria-label={t('duty.editNamed', { name })} onClick={() => onOpen('edit')}>
              {t('duty.edit')}
            </Button>
            <Button variant="outline" aria-label={t('duty.deleteNamed', { name })} onClick={() => onOpen('delete')}>
              {t('duty.delete')}
            </Button>
          </ForEditors>
        </Flex>
      </Flex>
      <Overrides rotation={rotation} nameOf={nameOf} onChanged={onChanged} />
      <Button size="sm" variant="ghost" alignSelf="flex-start" minH={{ base: '11', sm: '8' }} {...button}>
        {t(isOpen ? 'duty.hide' : 'duty.show')}
      </Button>
      <Box {...panel}>{isOpen && <ShiftCalendar rotation={rotation} nameOf={nameOf} />}</Box>
    </chakra.li>
  );
}

type OverridesProps = {
  rotation: RotationAnswer;
  nameOf: (uid: string) => string;
  onChanged: () => Promise<unknown>;
};

/** The changed shifts that are not over; a viewer can undo their own. */
function Overrides({ rotation: { id, overrides }, nameOf, onChanged }: OverridesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const uid = useUid();
  const isEditor = useIsEditor();
  const removing = useSaving();
  if (overrides.length === 0) return null;
  const remove = (overrideId: string) =>
    removing.save(async () => {
      await unlessDeleted(callApi(rotationCalls.removeOverride, { params: { id, overrideId } }));
      await onChanged();
    });
  return (
    <Box>
      <Text fontWeight="medium" textStyle="sm">
        {t('duty.overrides')}
      </Text>
      <chakra.ul listStyleType="none" aria-label={t('duty.overrides')}>
        {overrides.map((override) => (
          <chakra.li key={override.id} display="flex" flexWrap="wrap" alignItems="center" columnGap="3">
            <Text flex="1 1 240px" minW="0" overflowWrap="anywhere">
              <TextWithParts
                text={t('duty.override', { name: nameOf(override.uid) })}
                parts={{
                  from: <span>{shortDate(Date.parse(override.startsAt), language)}</span>,
                  until: <span>{shortDate(Date.parse(override.endsAt), language)}</span>,
                }}
              />
            </Text>
            {(isEditor || override.uid === uid) && (
              <BusyButton
                size="sm"
                variant="outline"
                minH={{ base: '11', sm: '8' }}
                aria-label={t('duty.removeOverrideNamed', { name: nameOf(override.uid) })}
                loading={removing.isBusy}
                onClick={() => void remove(override.id)}
              >
                {t('duty.removeOverride')}
              </BusyButton>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {removing.failure !== null && <FailureNotice title={t('duty.takeOverFailed')} failure={removing.failure} />}
    </Box>
  );
}

type DeleteProps = { rotation: RotationAnswer; onDeleted: () => Promise<unknown>; onClose: () => void };

function DeleteDialog({ rotation: { id }, onDeleted, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const deleting = useSaving();
  const remove = () =>
    deleting.save(async () => {
      await unlessDeleted(callApi(rotationCalls.remove, { params: { id } }));
      await onDeleted();
    });
  return (
    <AskDialog
      open
      danger
      title={t('duty.deleteTitle')}
      confirm={t('duty.delete')}
      onConfirm={() => void remove()}
      busy={deleting.isBusy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
    >
      <Flex direction="column" gap="3">
        {t('duty.deleteText')}
        {deleting.failure !== null && <FailureNotice title={t('duty.deleteFailed')} failure={deleting.failure} />}
      </Flex>
    </AskDialog>
  );
}

type ChannelsProps = { rotations: readonly RotationAnswer[]; people: readonly Person[] };

/** Whose each channel is, and the rotation in which they must be on duty; saved as it is chosen. */
function DutyChannels(props: ChannelsProps) {
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

type ChannelRowProps = ChannelsProps & { channel: ChannelAnswer; onChanged: () => Promise<unknown> };

/** Values of the fields that are no ids. */
const NONE = '';

function ChannelRow({ channel, rotations, people, onChanged }: ChannelRowProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName(people);
  const saving = useSaving();
  const { id, personId, onDutyIn } = channel;
  const name = channelName(channel, t);
  const persons =
    personId === undefined || people.some((each) => each.id === personId) ? people : [...people, previous()];
  const save = (person: string, rotation: string) =>
    saving.save(async () => {
      const body = { personId: person || null, onDutyIn: (person && rotation) || null };
      await callApi(channelCalls.setDuty, { params: { id }, body });
      await onChanged();
    });

  function previous(): Person {
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
