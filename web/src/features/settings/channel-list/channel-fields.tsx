import { Box, Flex, Text } from '@chakra-ui/react';
import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { CheckField } from '../../../components/form/check-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { type Outcome, OutcomeNotice } from '../saving.tsx';
import { TimingSection } from '../timing/timing-section.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { type Draft, targetText } from './draft.ts';
import { Guide } from './guide.tsx';
import { OptionsFields } from './options-fields.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { ChannelTypeForm } from './types/channel-type-form.ts';
import type { useChannelForm } from './use-channel-form.ts';

type FormState = ReturnType<typeof useChannelForm>;
type Props = { state: FormState; channel: ChannelAnswer | null; form: ChannelTypeForm };

/** The content of a channel's form: its settings with their guide and test, its name, and what it gets. */
export function ChannelFields({ state, channel, form }: Props) {
  const { t } = useTranslation();
  const { draft, errors, change } = state;
  return (
    <Flex direction="column" gap="6">
      <SettingsFields
        draft={draft}
        form={form}
        errors={errors}
        onChange={(settings, name) => change({ settings, ...(name !== undefined && channel === null && { name }) })}
      />
      <TestPart state={state} channel={channel} />
      {channel === null && <Guide guide={form.guide} />}
      {channel !== null && <RotateSecret state={state} />}
      <TextField
        label={t('channels.form.name')}
        hint={t('channels.form.nameHint')}
        error={errors?.name ? t('channels.form.nameBad') : undefined}
        autoComplete="off"
        maxLength={80}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <OptionsFields draft={draft} errors={errors} onChange={change} />
      <TimingSection draft={draft.timing} errors={errors?.timing ?? null} onChange={(timing) => change({ timing })} />
      {channel !== null && <Guide guide={form.guide} />}
      {channel !== null && <DeliveryLog channelId={channel.id} />}
    </Flex>
  );
}

/** The test of the settings, or the link that confirms an address, with the outcome. */
function TestPart({ state, channel }: { state: FormState; channel: ChannelAnswer | null }) {
  const { t } = useTranslation();
  const { draft, busy, outcome, hasFailedTest, test, resendLink } = state;
  const action = testAction(draft, channel);
  if (action === null && !outcome) return null;
  return (
    <Flex direction="column" gap="3" align="flex-start">
      {action && (
        <BusyButton
          variant="outline"
          borderColor="edge"
          disabled={busy === 'save'}
          loading={busy === 'test'}
          loadingText={t(`channels.form.${action}`)}
          onClick={() => void (action === 'test' ? test() : resendLink())}
        >
          {t(`channels.form.${action}`)}
        </BusyButton>
      )}
      {outcome && <OutcomePart outcome={outcome} />}
      {hasFailedTest && <Text color="text.muted">{t('channels.form.untestedHint')}</Text>}
    </Flex>
  );
}

/**
 * What the button does, null for no button: the receiver of a new secret does not know it yet, and a changed address
 * gets its link when it is saved.
 */
function testAction(draft: Draft, channel: ChannelAnswer | null): 'test' | 'resendLink' | null {
  const { generated, verifiedBy } = getChannelType(draft.type);
  if (verifiedBy === 'test') return channel === null && generated !== undefined ? null : 'test';
  if (channel === null || targetText(channel) !== targetText(draft)) return null;
  return channel.verifiedAt === null ? 'resendLink' : 'test';
}

/** The outcome of a test or save, with the service's own answer. */
export function OutcomePart({ outcome }: { outcome: NonNullable<Outcome> }) {
  const { t } = useTranslation();
  const technical = 'failed' in outcome && outcome.why instanceof ApiFailure ? outcome.why.technical : null;
  return (
    <Box w="full">
      <OutcomeNotice outcome={outcome} />
      {technical !== null && (
        <Text color="text.muted" textStyle="sm" mt="2" overflowWrap="anywhere">
          {t('channels.form.details', { text: technical })}
        </Text>
      )}
    </Box>
  );
}

/** Replaces the secret that the server made. */
function RotateSecret({ state: { draft, change } }: { state: FormState }) {
  const { t } = useTranslation();
  if (getChannelType(draft.type).generated === undefined) return null;
  return (
    <Box>
      <CheckField checked={draft.rotateSecret} onChange={(rotateSecret) => change({ rotateSecret })}>
        {t('channels.secret.rotate')}
      </CheckField>
      <Text color="text.muted" textStyle="sm">
        {t('channels.secret.rotateHint')}
      </Text>
    </Box>
  );
}
