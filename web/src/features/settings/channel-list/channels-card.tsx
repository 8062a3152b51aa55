import { Button, chakra, Flex, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls, type SavedChannel } from '@farwatch/core/contracts/api/channels';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { LIMITS } from '@farwatch/core/values/limits';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { unlessDeleted } from '../../../lib/api/use-saving.ts';
import { deletions, useRemaining } from '../../../lib/deletion/deletions.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SettingsCard } from '../layout.tsx';
import { ChannelRow } from './channel-row.tsx';

const ChannelDialog = lazyPart(() => import('./channel-dialog.tsx'));

type Open = { channel: ChannelAnswer | null } | null;

/** All channels with their states, and what adds, edits and deletes them. */
export function ChannelsCard() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const [saved, setSaved] = useState<SavedChannel | null>(null);
  const { data, error, isValidating, mutate } = useApi(channelCalls.list, {}, POLL_MS);
  const channels = useRemaining(data?.channels, ({ id }) => id);
  const isFull = channels !== undefined && channels.length >= LIMITS.channelsPerOwner;

  async function onSaved(channel: SavedChannel) {
    setSaved(channel);
    await mutate();
  }
  function show(next: Open) {
    setSaved(null);
    setOpen(next);
  }

  function remove({ id, name }: ChannelAnswer) {
    setSaved(null);
    deletions.remove({
      ids: [id],
      deleted: { name },
      failed: t('channels.removeFailed'),
      async call() {
        await unlessDeleted(callApi(channelCalls.remove, { params: { id } }));
        await mutate();
      },
    });
  }

  const add = (
    <Button
      colorPalette="accent"
      disabled={isFull || !data}
      alignSelf="flex-start"
      onClick={() => show({ channel: null })}
    >
      <Plus aria-hidden="true" />
      {t('channels.add')}
    </Button>
  );
  return (
    <SettingsCard id="channels" title={t('channels.title')} text={t('channels.text')}>
      {!data && error && (
        <FailureNotice
          title={t('channels.loadFailed')}
          failure={error}
          isRetrying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {saved && <SavedNotice saved={saved} />}
      {channels?.length === 0 && <EmptyState title={t('channels.empty')} hint={t('channels.emptyHint')} action={add} />}
      {channels && channels.length > 0 && (
        <>
          <Flex direction="column" gap="2">
            {add}
            {isFull && <Text color="text.muted">{t('channels.full', { count: LIMITS.channelsPerOwner })}</Text>}
          </Flex>
          <chakra.ul aria-label={t('channels.title')} css={listStyles}>
            {channels.map((channel) => (
              <ChannelRow
                key={channel.id}
                channel={channel}
                onChanged={() => mutate()}
                onEdit={() => show({ channel })}
                onRemove={() => remove(channel)}
              />
            ))}
          </chakra.ul>
        </>
      )}
      {open && (
        <Suspense fallback={null}>
          <ChannelDialog
            channel={open.channel}
            types={data?.types ?? []}
            onSaved={onSaved}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </SettingsCard>
  );
}

const listStyles: SystemStyleObject = {
  listStyleType: 'none',
  mx: { base: '-4', sm: '-6' },
  mb: { base: '-4', sm: '-6' },
  '& > li': { px: { base: '4', sm: '6' }, py: '3', borderTopWidth: '1px' },
};

function SavedNotice({ saved }: { saved: SavedChannel }) {
  const { t } = useTranslation();
  const isUnconfirmed = saved.verifiedAt === null && getChannelType(saved.type).verifiedBy === 'link';
  const address = saved.settings.address ?? '';
  return (
    <Notice kind={isUnconfirmed && !saved.confirmationSent ? 'warning' : 'success'}>
      {t('channels.form.saved', { name: channelName(saved, t) })}{' '}
      {isUnconfirmed && t(`channels.form.${saved.confirmationSent ? 'linkSent' : 'linkNotSent'}`, { address })}
    </Notice>
  );
}
