import { Box, Button, chakra, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls, type SavedChannel } from '@farwatch/core/contracts/api/channels';
import { type ChannelTypeName, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { CopyField } from '../../../ui/form/copy.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { type DoneTexts, TryButton } from '../saving.tsx';
import { ChannelFields, OutcomePart } from './channel-fields.tsx';
import { draftOf, newDraft } from './draft.ts';
import { CHANNEL_TYPE_FORMS } from './type-table.ts';
import { type ChannelTypeForm, GROUPS } from './types/channel-type-form.ts';
import { TEST_TIMEOUT_MS, useChannelForm } from './use-channel-form.ts';

type ChannelDialogProps = {
  /** Null to add a channel. */
  channel: ChannelAnswer | null;
  types: readonly ChannelTypeName[];
  onSaved: (saved: SavedChannel) => Promise<unknown>;
  onClose: () => void;
};

/**
 * Adds or edits a channel: its type, its form, and the secret if the server has made one. One dialog shows all steps,
 * and confirms before input is lost.
 */
export default function ChannelDialog({ channel, types, onSaved, onClose }: ChannelDialogProps) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const [type, setType] = useState(channel?.type ?? null);
  const [secret, setSecret] = useState<SavedChannel | null>(null);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const name = channel ? channelName(channel, t) : '';
  const [initial] = useState(() => {
    const existing = data?.items.map(({ id }) => id) ?? channel?.monitors ?? [];
    return channel && draftOf(channel, name, existing);
  });
  const state = useChannelForm(initial ?? newDraft('webhook', [], ''), channel, async (saved) => {
    await onSaved(saved);
    if (saved.secret === null) onClose();
    else setSecret(saved);
  });
  const form = type && CHANNEL_TYPE_FORMS[type];
  const step = secret ? 'secret' : form ? 'form' : 'type';

  function choose(chosen: ChannelTypeName) {
    const fields = CHANNEL_TYPE_FORMS[chosen]?.fields ?? [];
    state.start(newDraft(chosen, fields, t(`channels.types.${chosen}.name`)));
    setType(chosen);
  }
  function leave(how: () => void) {
    if (state.busy) return;
    if (step === 'form' && state.isDirty) setLeaving(() => how);
    else how();
  }
  const goBack = channel ? onClose : () => setType(null);
  const titles = {
    type: t('channels.add'),
    form: channel
      ? t('channels.form.editTitle', { name })
      : type && t('channels.form.add', { type: t(`channels.types.${type}.name`) }),
    secret: t('channels.secret.title'),
  };
  const footers = {
    type: <CloseButton text={t('cancel')} onClose={onClose} />,
    form: <FormButtons state={state} isNew={channel === null} onLeave={() => leave(goBack)} />,
    secret: <CloseButton text={t('channels.secret.done')} onClose={onClose} isMain />,
  };
  return (
    <>
      <AppDialog
        open
        size="lg"
        step={step}
        alert={step === 'secret'}
        title={titles[step] ?? ''}
        onClose={() => leave(onClose)}
        footer={footers[step]}
      >
        {step === 'type' && <TypeTiles types={types} onChoose={choose} />}
        {step === 'form' && form && <ChannelFields state={state} channel={channel} form={form} />}
        {secret && <NewSecret saved={secret} onChanged={onSaved} />}
      </AppDialog>
      <AskDialog
        open={leaving !== null}
        title={t('channels.form.discardTitle')}
        confirm={t('channels.form.discard')}
        onConfirm={() => {
          setLeaving(null);
          leaving?.();
        }}
        dismiss={{ text: t('channels.form.keep'), onDismiss: () => setLeaving(null) }}
        danger
      >
        {t('channels.form.discardText')}
      </AskDialog>
    </>
  );
}

function CloseButton({ text, onClose, isMain = false }: { text: string; onClose: () => void; isMain?: boolean }) {
  return (
    <Button {...(isMain ? { colorPalette: 'accent' } : { variant: 'outline', borderColor: 'edge' })} onClick={onClose}>
      {text}
    </Button>
  );
}

type FormButtonsProps = { state: ReturnType<typeof useChannelForm>; isNew: boolean; onLeave: () => void };

/** Cancel or back, and save: with a test first if the target is not verified. */
function FormButtons({ state: { draft, busy, isUntested, hasFailedTest, save }, isNew, onLeave }: FormButtonsProps) {
  const { t } = useTranslation();
  const { generated } = getChannelType(draft.type);
  const label = isNew && generated !== undefined ? 'create' : isUntested ? 'testAndSave' : 'save';
  return (
    <Flex gap="2" wrap="wrap" justify="flex-end" w="full">
      <Button variant="outline" disabled={busy !== null} onClick={onLeave} me="auto">
        {isNew ? t('channels.form.back') : t('cancel')}
      </Button>
      {hasFailedTest && (
        <Button variant="outline" disabled={busy !== null} onClick={() => void save(false)}>
          {t('channels.form.saveUntested')}
        </Button>
      )}
      <BusyButton
        colorPalette="accent"
        disabled={busy === 'test'}
        loading={busy === 'save'}
        onClick={() => void save(true)}
      >
        {t(`channels.form.${label}`)}
      </BusyButton>
    </Flex>
  );
}

const Tile = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    p: '3',
    minH: '11',
    textAlign: 'start',
    borderWidth: '1px',
    borderRadius: 'l2',
    bg: 'surface.raised',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { borderColor: 'accent', bg: 'accent.subtle' },
  },
});

/** The types to choose from for a new channel, by groups. */
function TypeTiles({
  types,
  onChoose,
}: {
  types: readonly ChannelTypeName[];
  onChoose: (type: ChannelTypeName) => void;
}) {
  const { t } = useTranslation();
  const offered = types.flatMap((type) => {
    const form: ChannelTypeForm | undefined = CHANNEL_TYPE_FORMS[type];
    return form ? [{ type, form }] : [];
  });
  return (
    <Flex direction="column" gap="5">
      {GROUPS.map((group) => {
        const ofGroup = offered.filter(({ form }) => form.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <Box as="section" key={group} aria-label={t(`channels.groups.${group}`)}>
            <chakra.h3 color="text.muted" textStyle="sm" fontWeight="medium" mb="2">
              {t(`channels.groups.${group}`)}
            </chakra.h3>
            <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2">
              {ofGroup.map(({ type, form: { icon: Icon } }) => (
                <Tile key={type} type="button" onClick={() => onChoose(type)}>
                  <Flex color="accent" h="5" align="center" flexShrink="0" aria-hidden="true">
                    <Icon size={18} />
                  </Flex>
                  <Box minW="0">
                    <Text fontWeight="medium">{t(`channels.types.${type}.name`)}</Text>
                    <Text color="text.muted" textStyle="sm">
                      {t(`channels.types.${type}.text`)}
                    </Text>
                  </Box>
                </Tile>
              ))}
            </SimpleGrid>
          </Box>
        );
      })}
    </Flex>
  );
}

type NewSecretProps = { saved: SavedChannel; onChanged: (channel: SavedChannel) => Promise<unknown> };

/** The secret that the server has just made, and a test with it. */
function NewSecret({ saved, onChanged }: NewSecretProps) {
  const { t } = useTranslation();
  const testing = useSaving<DoneTexts>({ isChange: false });
  const runTest = () =>
    testing.save(async () => {
      const tested = await callApi(channelCalls.testStored, { params: { id: saved.id } }, TEST_TIMEOUT_MS);
      await onChanged({ ...tested, secret: null });
      return ['channels.form.tested'];
    });
  return (
    <Flex direction="column" gap="4">
      <Text>{t('channels.secret.text')}</Text>
      <CopyField
        label={t('channels.secret.label')}
        text={saved.secret}
        placeholder=""
        copyLabel={t('channels.secret.copy')}
      />
      {saved.verifiedAt === null && <Text color="text.muted">{t('channels.secret.next')}</Text>}
      <Flex>
        <TryButton text={t('channels.form.test')} isBusy={testing.isBusy} onClick={() => void runTest()} />
      </Flex>
      <OutcomePart saving={testing} failed="channels.form.testFailed" />
    </Flex>
  );
}
