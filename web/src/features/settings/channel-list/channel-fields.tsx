import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { type MessageAnswer, messageCalls } from '@farwatch/core/contracts/api/messages';
import { canResend, type Message, messageSchema } from '@farwatch/core/documents/message';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { URL_REFUSALS } from '@farwatch/core/values/channels/public-url';
import { isMask } from '@farwatch/core/values/channels/secret';
import type { Language } from '@farwatch/core/values/languages';
import { limit, orderBy, where } from 'firebase/firestore';
import type { TFunction } from 'i18next';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Controller, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DELIVERY_LOOKS, eventText, whyText } from '../../../domain/incidents/alert-texts.ts';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useOwnDocuments } from '../../../lib/live/firestore-listeners.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { OutcomeNotice, type OutcomeProps, TryButton } from '../saving.tsx';
import { SecretField } from '../secret-field.tsx';
import { TimingSection } from '../timing/timing-fields.tsx';
import { type Draft, REENTER, targetText } from './draft.ts';
import { OptionsFields } from './options-fields.tsx';
import type { ChannelTypeForm, FieldSpec, SketchSpec } from './types/channel-type-form.ts';
import type { useChannelForm } from './use-channel-form.ts';

/** A field with an error, or the error of what is no field. */
const MARKED = '[aria-invalid=true], [data-invalid][tabindex]';

type FormState = ReturnType<typeof useChannelForm>;
type Props = { state: FormState; channel: ChannelAnswer | null; form: ChannelTypeForm };

/** The content of a channel's form: its settings with their guide and test, its name, and what it gets. */
export function ChannelFields({ state, channel, form }: Props) {
  const { t } = useTranslation();
  const { register, control, formState } = state.form;
  const { errors, submitCount } = formState;
  const fields = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt to submit marks fields.
  useEffect(() => fields.current?.querySelector<HTMLElement>(MARKED)?.focus(), [submitCount]);
  return (
    <Flex ref={fields} direction="column" gap="6">
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
  const language = useLanguage();
  const why = whyText(message, t);
  return (
    <chakra.li display="flex" gap="3" justifyContent="space-between" py="2" borderTopWidth="1px" textStyle="sm">
      <Box minW="0">
        <Flex columnGap="3" wrap="wrap">
          <StatusLabel
            look={DELIVERY_LOOKS[message.state]}
            text={t(`notifications.alerts.deliveries.${message.state}`)}
          />
          <Text overflowWrap="anywhere">{contentsText(message, t, language)}</Text>
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
  const language = useLanguage();
  const resending = useSaving<MessageAnswer>({ isChange: false });
  const { done, failure, isBusy } = resending;
  return (
    <Flex columnGap="3" align="center" wrap="wrap">
      <BusyButton
        variant="outline"
        size="sm"
        mt="1"
        loading={isBusy}
        aria-label={t('channels.log.resendNamed', { message: contentsText(message, t, language) })}
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
function contentsText({ contents }: Message, t: TFunction, language: Language): string {
  const [content, ...others] = contents;
  if (!content) return '';
  const first = eventText(content, t, language);
  return others.length === 0 ? first : t('channels.log.andMore', { first, number: others.length });
}

const PageLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: { base: '11', sm: '8' },
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    focusVisibleRing: 'outside',
  },
});

/** How to set up a type of channel: numbered steps, with drawings of where to click at the service; nothing without steps. */
function Guide({ guide: { page, steps } }: Pick<ChannelTypeForm, 'guide'>) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  return (
    <Box as="section" aria-label={t('channels.form.guide')} borderWidth="1px" borderRadius="l2" p="4" bg="surface">
      <Flex justify="space-between" align="center" columnGap="4" wrap="wrap">
        <chakra.h3 fontWeight="medium">{t('channels.form.guide')}</chakra.h3>
        {page && (
          <PageLink href={page} target="_blank" rel="noreferrer">
            {t('channels.form.open', { host: new URL(page).host })}
            <ExternalLink size={14} aria-hidden="true" />
          </PageLink>
        )}
      </Flex>
      <chakra.ol listStyleType="decimal" ps="5" mt="2" display="flex" flexDirection="column" gap="3">
        {steps.map(({ text, sketch }) => (
          <chakra.li key={text} color="text.muted" overflowWrap="anywhere">
            {t(text)}
            {sketch && <Sketch {...sketch} />}
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  );
}

const MENU_TOP = 44;
const MENU_STEP = 24;
/** The width of a character of the button's text, with a reserve for wide ones. */
const CHARACTER_WIDTH = 6.5;

const COLORS = {
  page: 'var(--chakra-colors-surface-raised)',
  field: 'var(--chakra-colors-surface)',
  border: 'var(--chakra-colors-border)',
  edge: 'var(--chakra-colors-edge)',
  text: 'var(--chakra-colors-text)',
  muted: 'var(--chakra-colors-text-muted)',
  accent: 'var(--chakra-colors-accent)',
  subtle: 'var(--chakra-colors-accent-subtle)',
  solid: 'var(--chakra-colors-accent-solid)',
  onSolid: 'var(--chakra-colors-accent-contrast)',
} as const;
type Color = keyof typeof COLORS;

/** A drawing of a service's page. Hidden from screen readers, because the step's text covers it. */
function Sketch({ host, menu, chosen, value, button }: SketchSpec) {
  return (
    <chakra.svg viewBox="0 0 360 125" w="full" maxW="400px" mt="2" display="block" aria-hidden="true" fontSize="11px">
      <Shape x={0.5} y={0.5} width={359} height={123} fill="page" stroke="border" />
      <Shape x={0.5} y={24} width={359} height={0.5} fill="border" />
      {[14, 26, 38].map((x) => (
        <circle key={x} cx={x} cy={12} r={3} style={{ fill: COLORS.edge }} />
      ))}
      <Label x={56} y={16} text={host} color="muted" />
      {menu.map((entry, index) => {
        const y = MENU_TOP + index * MENU_STEP;
        const isChosen = index === chosen;
        return (
          <g key={entry}>
            {isChosen && <Shape x={8} y={y - 13} width={136} height={20} fill="subtle" />}
            <Label x={14} y={y + 1} text={entry} color={isChosen ? 'accent' : 'muted'} isStrong={isChosen} />
          </g>
        );
      })}
      <Shape x={152} y={40} width={196} height={26} fill="field" stroke="edge" />
      <Label x={160} y={57} text={value} color="text" />
      <Shape x={152} y={78} width={button.length * CHARACTER_WIDTH + 20} height={26} fill="solid" />
      <Label x={162} y={95} text={button} color="onSolid" isStrong />
    </chakra.svg>
  );
}

type ShapeProps = { x: number; y: number; width: number; height: number; fill: Color; stroke?: Color };

function Shape({ fill, stroke, ...box }: ShapeProps) {
  return <rect {...box} rx={4} style={{ fill: COLORS[fill], ...(stroke && { stroke: COLORS[stroke] }) }} />;
}

type LabelProps = { x: number; y: number; text: string; color: Color; isStrong?: boolean };

function Label({ x, y, text, color, isStrong = false }: LabelProps) {
  return (
    <text x={x} y={y} style={{ fill: COLORS[color], fontWeight: isStrong ? 600 : 400 }}>
      {text}
    </text>
  );
}
