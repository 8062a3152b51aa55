import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { type Message, messageSchema } from '@farwatch/core/documents/message';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { isMask } from '@farwatch/core/values/channels/secret';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { severityFilterSchema } from '@farwatch/core/values/severity-filter';
import { limit, orderBy, where } from 'firebase/firestore';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MonitorScope } from '../../../domain/monitor-fields/monitor-scope.tsx';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { useOwnDocuments } from '../../../lib/live/firestore-listeners.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { DELIVERY_LOOKS, eventText, whyText } from '../alert-texts.ts';
import { SettingsRow } from '../layout.tsx';
import { type Outcome, OutcomeNotice } from '../saving.tsx';
import { TimingSection } from '../timing/timing-section.tsx';
import { type Draft, type DraftErrors, targetText } from './draft.ts';
import { Guide } from './guide.tsx';
import type { ChannelTypeForm, FieldSpec } from './types/channel-type-form.ts';
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

type SettingsFieldsProps = {
  draft: Draft;
  form: ChannelTypeForm;
  errors: DraftErrors | null;
  onChange: (settings: Draft['settings'], suggestedName?: string) => void;
};

/** The fields of a type's settings. */
function SettingsFields({
  draft: { type, settings },
  form: { fields, Fields, Below },
  errors,
  onChange,
}: SettingsFieldsProps) {
  const custom = { settings, isInvalid: Object.keys(errors?.settings ?? {}).length > 0, onChange };
  if (Fields) return <Fields {...custom} />;
  const { secrets } = getChannelType(type);
  return (
    <Flex direction="column" gap="4">
      {fields.map((field) => (
        <SettingField
          key={field.name}
          field={field}
          isSecret={secrets.includes(field.name)}
          value={settings[field.name] ?? ''}
          problem={errors?.settings[field.name]}
          onChange={(value) => onChange({ ...settings, [field.name]: value })}
        />
      ))}
      {Below && <Below {...custom} />}
    </Flex>
  );
}

type FieldProps = {
  field: FieldSpec;
  isSecret: boolean;
  value: string;
  problem: DraftErrors['settings'][string] | undefined;
  onChange: (value: string) => void;
};

/** A setting. The mask of a stored secret is selected on focus, so that typing replaces it. */
function SettingField({ field: { texts, inputMode }, isSecret, value, problem, onChange }: FieldProps) {
  const { t } = useTranslation();
  const label = t(`${texts}.label`);
  const isStored = isSecret && isMask(value);
  const shared = {
    label,
    hint: isStored ? t('channels.form.stored', { mask: value }) : t(`${texts}.hint`),
    error: problem && (problem === 'bad' ? t(`${texts}.bad`) : t('channels.form.reenter')),
    value,
    spellCheck: false,
    onFocus: (event: { currentTarget: HTMLInputElement }) => isStored && event.currentTarget.select(),
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange(withoutMask(event.currentTarget.value)),
  };
  if (!isSecret) return <TextField {...shared} autoComplete="off" {...(inputMode && { inputMode })} />;
  return (
    <PasswordField
      {...shared}
      // With any other value browsers fill in a saved password.
      autoComplete="new-password"
      toggle={{ show: t('channels.form.show', { label }), hide: t('channels.form.hide', { label }) }}
    />
  );
}

/** A mask cannot be edited: what is typed into it starts a new value. */
function withoutMask(input: string): string {
  return input.includes('•') ? input.replace(/^.*•.{0,4}/u, '') : input;
}

type OptionsFieldsProps = { draft: Draft; errors: DraftErrors | null; onChange: (changes: Partial<Draft>) => void };

const OWN = 'account';
const LANGUAGE_OPTIONS = LANGUAGE_CODES.map((code) => ({ value: code, label: languageName(code) }));

/** What the channel gets: monitors, severity and language. */
function OptionsFields({ draft: { monitors, severity, language }, errors, onChange }: OptionsFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Flex as="section" direction="column" gap="3" aria-label={t('channels.form.options')}>
      <chakra.h3 fontWeight="medium">{t('channels.form.options')}</chakra.h3>
      <MonitorChoice
        chosen={monitors}
        isBad={errors?.monitors ?? false}
        onChange={(chosen) => onChange({ monitors: chosen })}
      />
      <SettingsRow label={t('channels.form.severity')} htmlFor={`${id}severity`}>
        <Choice
          id={`${id}severity`}
          value={severity ?? OWN}
          options={[
            { value: OWN, label: t('channels.form.severityOwn') },
            ...severityFilterSchema.options.map((each) => ({
              value: each,
              label: t(`notifications.severities.${each}`),
            })),
          ]}
          onChoose={(value) => onChange({ severity: value === OWN ? null : value })}
        />
      </SettingsRow>
      <SettingsRow label={t('channels.form.language')} htmlFor={`${id}language`}>
        <Choice
          id={`${id}language`}
          value={language ?? OWN}
          options={[{ value: OWN, label: t('channels.form.languageOwn') }, ...LANGUAGE_OPTIONS]}
          onChoose={(value) => onChange({ language: value === OWN ? null : value })}
        />
      </SettingsRow>
    </Flex>
  );
}

type MonitorChoiceProps = {
  chosen: Draft['monitors'];
  isBad: boolean;
  onChange: (chosen: Draft['monitors']) => void;
};

/** All monitors, or some of them. */
function MonitorChoice({ chosen, isBad, onChange }: MonitorChoiceProps) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1">{t('channels.form.scope')}</chakra.legend>
      <MonitorScope
        monitors={data?.items ?? []}
        chosen={chosen}
        texts={{
          all: t('channels.form.scopeAll'),
          some: t('channels.form.scopeSome'),
          none: t('channels.form.scopeNone'),
        }}
        isInvalid={isBad}
        onChange={onChange}
      />
      {chosen !== null && (
        <Text color="text.muted" textStyle="sm">
          {t('channels.form.scopeHint')}
        </Text>
      )}
      {isBad && (
        <Text role="alert" color="danger" textStyle="sm">
          {t('channels.form.scopeBad')}
        </Text>
      )}
    </chakra.fieldset>
  );
}

const COUNT = 50;

/** The last deliveries of a channel, live. */
function DeliveryLog({ channelId }: { channelId: string }) {
  const { t } = useTranslation();
  const { data, error } = useOwnDocuments(
    'messages',
    messageSchema,
    [where('channelId', '==', channelId), orderBy('createdAt', 'desc'), limit(COUNT)],
    `messages of ${channelId}`,
  );
  const title = t('channels.log.title', { count: COUNT });
  return (
    <Box as="section" aria-label={title}>
      <chakra.h3 fontWeight="medium" mb="1">
        {title}
      </chakra.h3>
      {error && !data && <FailureNotice title={t('channels.log.loadFailed')} failure={error} />}
      {data?.items.length === 0 && <Text color="text.muted">{t('channels.log.empty')}</Text>}
      <chakra.ul listStyleType="none" maxH="320px" overflowY="auto">
        {data?.items.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </chakra.ul>
    </Box>
  );
}

function MessageRow({ message }: { message: Message }) {
  const { t } = useTranslation();
  const why = whyText(message, t);
  return (
    <chakra.li display="flex" gap="3" justifyContent="space-between" py="2" borderTopWidth="1px" textStyle="sm">
      <Box minW="0">
        <Flex columnGap="3" wrap="wrap">
          <StatusLabel
            look={DELIVERY_LOOKS[message.state]}
            text={t(`notifications.alerts.deliveries.${message.state}`)}
          />
          <Text overflowWrap="anywhere">{contentsText(message, t)}</Text>
        </Flex>
        {why !== null && (
          <Text color="text.muted" overflowWrap="anywhere">
            {[why, message.reason].filter(Boolean).join(': ')}
          </Text>
        )}
      </Box>
      <Box color="text.muted" textAlign="end" flexShrink="0">
        <ClockTime atMs={message.createdAt} />
      </Box>
    </chakra.li>
  );
}

/** The first of what the message reports, and how many more. */
function contentsText({ contents }: Message, t: TFunction): string {
  const [content, ...others] = contents;
  if (!content) return '';
  const first = eventText(content, t);
  return others.length === 0 ? first : t('channels.log.andMore', { first, number: others.length });
}
