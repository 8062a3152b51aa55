import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { type MessageAnswer, messageCalls } from '@farwatch/core/contracts/api/messages';
import { CHANNEL_EVENTS } from '@farwatch/core/documents/channel';
import { canResend, type Message, messageSchema } from '@farwatch/core/documents/message';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { URL_REFUSALS } from '@farwatch/core/values/channels/public-url';
import { isMask } from '@farwatch/core/values/channels/secret';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { severityFilterSchema } from '@farwatch/core/values/severity-filter';
import { distinctTags, isSameTag } from '@farwatch/core/values/tags';
import { limit, orderBy, where } from 'firebase/firestore';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { Controller, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { admittedText, DELIVERY_LOOKS, eventText, whyText } from '../../../domain/incidents/alert-texts.ts';
import { MonitorScope } from '../../../domain/monitor-fields/monitor-scope.tsx';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { tagCounts } from '../../../lib/list/tag-counts.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { useOwnDocuments } from '../../../lib/live/firestore-listeners.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { CheckSet } from '../../../ui/form/check-set.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { SettingsRow } from '../layout.tsx';
import { OutcomeNotice, type OutcomeProps, TryButton } from '../saving.tsx';
import { SecretField } from '../secret-field.tsx';
import { TimingSection } from '../timing/timing-fields.tsx';
import { type Draft, REENTER, targetText, unusedTags } from './draft.ts';
import { Guide } from './guide.tsx';
import type { ChannelTypeForm, FieldSpec } from './types/channel-type-form.ts';
import type { useChannelForm } from './use-channel-form.ts';

type FormState = ReturnType<typeof useChannelForm>;
type Props = { state: FormState; channel: ChannelAnswer | null; form: ChannelTypeForm };

/** The content of a channel's form: its settings with their guide and test, its name, and what it gets. */
export function ChannelFields({ state, channel, form }: Props) {
  const { t } = useTranslation();
  const { register, control, formState } = state.form;
  const { errors } = formState;
  return (
    <Flex direction="column" gap="6">
      <SettingsFields state={state} isNew={channel === null} form={form} />
      <TestPart state={state} channel={channel} />
      {channel === null && <Guide guide={form.guide} />}
      {channel !== null && <RotateSecret state={state} />}
      <TextField
        label={t('channels.form.name')}
        hint={t('channels.form.nameHint')}
        error={errors.name && t('channels.form.nameBad')}
        autoComplete="off"
        maxLength={80}
        {...register('name')}
      />
      <OptionsFields form={state.form} draft={state.draft} />
      <Controller
        control={control}
        name="timing"
        render={({ field }) => <TimingSection draft={field.value} errors={errors.timing} onChange={field.onChange} />}
      />
      {channel !== null && <Guide guide={form.guide} />}
      {channel !== null && <DeliveryLog channelId={channel.id} />}
    </Flex>
  );
}

/** The test of the settings, or the link that confirms an address, with the outcome. */
function TestPart({ state, channel }: { state: FormState; channel: ChannelAnswer | null }) {
  const { t } = useTranslation();
  const { draft, busy, saving, failed, hasFailedTest, test, resendLink } = state;
  const action = testAction(draft, channel);
  if (action === null && saving.done === undefined && saving.failure === null) return null;
  return (
    <Flex direction="column" gap="3" align="flex-start">
      {action && (
        <TryButton
          text={t(`channels.form.${action}`)}
          isBusy={busy === 'test'}
          disabled={busy === 'save'}
          onClick={() => void (action === 'test' ? test() : resendLink())}
        />
      )}
      <OutcomePart saving={saving} failed={failed} />
      {hasFailedTest && <Text color="text.muted">{t('channels.form.untestedHint')}</Text>}
    </Flex>
  );
}

/**
 * Chooses the action of the button, null for no button: the receiver of a new secret does not know it yet, and a
 * changed address gets its link when it is saved.
 */
function testAction(draft: Draft, channel: ChannelAnswer | null): 'test' | 'resendLink' | null {
  const { generated, verifiedBy } = getChannelType(draft.type);
  if (verifiedBy === 'test') return channel === null && generated !== undefined ? null : 'test';
  if (channel === null || targetText(channel) !== targetText(draft)) return null;
  return channel.verifiedAt === null ? 'resendLink' : 'test';
}

/** The outcome of a test or save, with the service's own answer. */
export function OutcomePart(outcome: OutcomeProps) {
  const { t } = useTranslation();
  const { done, failure } = outcome.saving;
  const technical = failure instanceof ApiFailure ? failure.technical : null;
  if (done === undefined && failure === null) return null;
  return (
    <Box w="full">
      <OutcomeNotice {...outcome} />
      {technical !== null && (
        <Text color="text.muted" textStyle="sm" mt="2" overflowWrap="anywhere">
          {t('channels.form.details', { text: technical })}
        </Text>
      )}
    </Box>
  );
}

/** Replaces the secret that the server made. */
function RotateSecret({ state: { form, draft } }: { state: FormState }) {
  const { t } = useTranslation();
  if (getChannelType(draft.type).generated === undefined) return null;
  return (
    <Box>
      <Controller
        control={form.control}
        name="rotateSecret"
        render={({ field }) => (
          <CheckField checked={field.value} onChange={field.onChange}>
            {t('channels.secret.rotate')}
          </CheckField>
        )}
      />
      <Text color="text.muted" textStyle="sm">
        {t('channels.secret.rotateHint')}
      </Text>
    </Box>
  );
}

type SettingsFieldsProps = { state: FormState; isNew: boolean; form: ChannelTypeForm };

/** The fields of a type's settings. */
function SettingsFields({ state, isNew, form: { fields, Fields, Below } }: SettingsFieldsProps) {
  const { control, setValue, formState } = state.form;
  const { type, settings } = state.draft;
  function change(next: Record<string, string>, suggestedName?: string) {
    setValue('settings', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    if (suggestedName !== undefined && isNew) setValue('name', suggestedName, { shouldDirty: true });
  }
  const custom = { settings, isInvalid: formState.errors.settings !== undefined, onChange: change };
  if (Fields) return <Fields {...custom} />;
  const { secrets } = getChannelType(type);
  return (
    <Flex direction="column" gap="4">
      {fields.map((field) => (
        <SettingField key={field.name} field={field} isSecret={secrets.includes(field.name)} control={control} />
      ))}
      {Below && <Below {...custom} />}
    </Flex>
  );
}

/** Returns the text for an issue that has one of its own; null for any other. */
function messageText(message: string | undefined, t: TFunction): string | null {
  if (message === REENTER) return t('channels.form.reenter');
  const names = Object.keys(URL_REFUSALS) as (keyof typeof URL_REFUSALS)[];
  const refusal = names.find((name) => URL_REFUSALS[name] === message);
  return refusal ? t(`channels.form.${refusal}`) : null;
}

type FieldProps = { field: FieldSpec; isSecret: boolean; control: FormState['form']['control'] };

/** A setting. */
function SettingField({ field: { name, texts, inputMode }, isSecret, control }: FieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: `settings.${name}` });
  const { error } = fieldState;
  const label = t(`${texts}.label`);
  const isStored = isSecret && isMask(field.value);
  const shared = {
    label,
    hint: isStored ? t('channels.form.stored', { mask: field.value }) : t(`${texts}.hint`),
    error: error && (messageText(error.message, t) ?? t(`${texts}.bad`)),
    ref: field.ref,
    value: field.value,
    onChange: field.onChange,
  };
  if (isSecret) {
    const toggle = { show: t('channels.form.show', { label }), hide: t('channels.form.hide', { label }) };
    return <SecretField {...shared} toggle={toggle} />;
  }
  return <TextField {...shared} spellCheck={false} autoComplete="off" {...(inputMode && { inputMode })} />;
}

const OWN = 'account';
const LANGUAGE_OPTIONS = LANGUAGE_CODES.map((code) => ({ value: code, label: languageName(code) }));

/** The fields that select what the channel gets: monitors, events, severity and language. */
function OptionsFields({ form, draft }: Pick<FormState, 'form' | 'draft'>) {
  const { control } = form;
  const { t } = useTranslation();
  const appLanguage = useLanguage();
  const id = useId();
  const severity = useController({ control, name: 'severity' }).field;
  const language = useController({ control, name: 'language' }).field;
  return (
    <Flex as="section" direction="column" gap="3" aria-label={t('channels.form.options')}>
      <chakra.h3 fontWeight="medium">{t('channels.form.options')}</chakra.h3>
      <MonitorChoice form={form} />
      <EventChoice form={form} draft={draft} />
      <SettingsRow label={t('channels.form.severity')} htmlFor={`${id}severity`}>
        <Choice
          id={`${id}severity`}
          value={severity.value ?? OWN}
          options={[
            { value: OWN, label: t('channels.form.severityOwn') },
            ...severityFilterSchema.options.map((each) => ({
              value: each,
              label: t('notifications.severityLabel', {
                label: t(`notifications.severities.${each}`),
                severities: admittedText(each, t, appLanguage),
              }),
            })),
          ]}
          onChoose={(value) => severity.onChange(value === OWN ? null : value)}
        />
      </SettingsRow>
      <SettingsRow label={t('channels.form.language')} htmlFor={`${id}language`}>
        <Choice
          id={`${id}language`}
          value={language.value ?? OWN}
          options={[{ value: OWN, label: t('channels.form.languageOwn') }, ...LANGUAGE_OPTIONS]}
          onChoose={(value) => language.onChange(value === OWN ? null : value)}
        />
      </SettingsRow>
    </Flex>
  );
}

/** All monitors, or some of them: these, and those that have one of the chosen tags. */
function MonitorChoice({ form: { control } }: Pick<FormState, 'form'>) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const { field: monitors, fieldState } = useController({ control, name: 'monitors' });
  const { field: tags } = useController({ control, name: 'tags' });
  const isBad = fieldState.invalid;
  const items = data?.items ?? [];
  const isSome = monitors.value !== null;
  const options = distinctTags([...tagCounts(items).map(({ tag }) => tag), ...tags.value]);
  const unused = new Set(unusedTags(options, items));
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1">{t('channels.form.scope')}</chakra.legend>
      <MonitorScope
        monitors={items}
        chosen={monitors.value}
        texts={{
          all: t('channels.form.scopeAll'),
          some: t('channels.form.scopeSome'),
          none: t('channels.form.scopeNone'),
        }}
        isInvalid={isBad}
        onChange={monitors.onChange}
      />
      {isSome && options.length > 0 && (
        <Flex direction="column" align="flex-start" maxH="216px" overflowY="auto" ps="7" py="1">
          <Text>{t('channels.form.scopeTags')}</Text>
          <CheckSet
            options={options.map((tag) => ({
              value: tag,
              label: unused.has(tag) ? t('channels.form.unusedTag', { tag }) : <chakra.bdi>{tag}</chakra.bdi>,
            }))}
            chosen={options.filter((tag) => tags.value.some((each) => isSameTag(each, tag)))}
            onChange={tags.onChange}
          />
        </Flex>
      )}
      {isSome && (
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

/** What the channel gets. A service that holds alerts open gets everything. */
function EventChoice({ form: { control }, draft }: Pick<FormState, 'form' | 'draft'>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'events' });
  if (getChannelType(draft.type).holdsAlerts) return null;
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1">{t('channels.form.events')}</chakra.legend>
      <CheckSet
        options={CHANNEL_EVENTS.map((value) => ({ value, label: t(`channels.form.eventNames.${value}`) }))}
        chosen={field.value}
        onChange={field.onChange}
      />
      {!field.value.includes('failure') && (
        <Text color="text.muted" textStyle="sm">
          {t('channels.form.eventsHint')}
        </Text>
      )}
      {fieldState.invalid && (
        <Text role="alert" color="danger" textStyle="sm">
          {t('channels.form.eventsBad')}
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

function MessageRow({ message }: { message: WithId<Message> }) {
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
          {message.resendOf !== undefined && <Text color="text.muted">{t('channels.log.isRepeat')}</Text>}
        </Flex>
        {why !== null && (
          <Text color="text.muted" overflowWrap="anywhere">
            {[why, message.reason].filter(Boolean).join(': ')}
          </Text>
        )}
        {canResend(message) && <ResendButton message={message} />}
      </Box>
      <Box color="text.muted" textAlign="end" flexShrink="0">
        <ClockTime atMs={message.createdAt} />
      </Box>
    </chakra.li>
  );
}

/** Sends a webhook's message again, and says what became of it; the log has the new attempt. */
function ResendButton({ message }: { message: WithId<Message> }) {
  const { t } = useTranslation();
  const resending = useSaving<MessageAnswer>({ isChange: false });
  const { done, failure, isBusy } = resending;
  return (
    <Flex columnGap="3" align="center" wrap="wrap">
      <BusyButton
        variant="outline"
        size="sm"
        mt="1"
        loading={isBusy}
        aria-label={t('channels.log.resendNamed', { message: contentsText(message, t) })}
        onClick={() => void resending.save(() => callApi(messageCalls.resend, { params: { id: message.id } }))}
      >
        {t('channels.log.resend')}
      </BusyButton>
      <Text role="status" color="text.muted">
        {done && t(done.state === 'sent' ? 'channels.log.resent' : 'channels.log.resendFailed')}
      </Text>
      {failure !== null && <FailureNotice title={t('channels.log.resendRefused')} failure={failure} />}
    </Flex>
  );
}

/** The first of what the message reports, and how many more. */
function contentsText({ contents }: Message, t: TFunction): string {
  const [content, ...others] = contents;
  if (!content) return '';
  const first = eventText(content, t);
  return others.length === 0 ? first : t('channels.log.andMore', { first, number: others.length });
}
