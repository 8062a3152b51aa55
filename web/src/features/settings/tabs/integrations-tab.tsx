import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { channelCalls } from '@farwatch/core/contracts/api/channels';
import { notificationCalls, notificationInputSchema } from '@farwatch/core/contracts/api/notifications';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { type SeverityFilter, severityFilterSchema } from '@farwatch/core/values/severity-filter';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { admittedText } from '../../../domain/incidents/alert-texts.ts';
import { callApi } from '../../../lib/api/client.ts';
import { useMarkedIssues } from '../../../lib/api/mark-issues.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import {
  browserAlertsState,
  showNotification,
  switchBrowserAlertsOff,
  switchBrowserAlertsOn,
  useBrowserAlertsState,
} from '../../../lib/browser/browser-alerts.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useMayCall, useSession, useUid } from '../../../lib/session/session.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { ChannelsCard } from '../channel-list/channels-card.tsx';
import { EscalationCard } from '../escalation/escalation-card.tsx';
import { CardFor, SettingsCard, SettingsRow, TabParts } from '../layout.tsx';
import { type DoneTexts, SaveBar } from '../saving.tsx';
import { ScheduledSummaryCard } from '../scheduled-summary-card.tsx';
import { captureSent, useStoredForm } from '../stored-form.ts';
import { TELEGRAM_FIELDS, TelegramPart } from '../telegram/telegram-part.tsx';
import { TelegramTiming } from '../timing/telegram-timing.tsx';
import { LastAlerts } from './last-alerts.tsx';

const DutyCard = lazyPart(() => import('../duty/duty-card.tsx'));
const ApiKeysCard = lazyPart(() => import('../api-keys-card.tsx'));
const MetricPushCard = lazyPart(() => import('../metric-push-card.tsx'));

type TabProps = { onDirty: (dirty: boolean) => void };

/** All channels, Telegram's settings, and the last alerts, which alone are for viewers, too. */
export function IntegrationsTab(props: TabProps) {
  const uid = useUid();
  if (useMayCall()(channelCalls.list)) return <Integrations {...props} />;
  return (
    <TabParts>
      <Suspense fallback={null}>
        <DutyCard />
      </Suspense>
      {uid !== null && <BrowserAlertsSection uid={uid} />}
      <LastAlerts />
    </TabParts>
  );
}

function Integrations({ onDirty }: TabProps) {
  const { t } = useTranslation();
  const uid = useUid();
  const session = useSession();
  const isAdmin = session.state === 'verified' && session.isAdmin;
  const { data, error, isValidating, mutate } = useApi(notificationCalls.read, {});
  // The list of channels is above the rest, which would move when it arrives.
  const channels = useApi(channelCalls.list, {});
  if ((!data && !error) || (!channels.data && !channels.error)) return <Loading />;
  const rest = (
    <>
      <TelegramTiming />
      <EscalationCard />
      <Suspense fallback={null}>
        <DutyCard />
      </Suspense>
      <ScheduledSummaryCard />
      {isAdmin && <Notice kind="info">{t('channels.agentAlerts')}</Notice>}
      {uid !== null && <BrowserAlertsSection uid={uid} />}
      <Suspense fallback={null}>
        <CardFor id="apiKeys">
          <ApiKeysCard />
        </CardFor>
        <MetricPushCard />
      </Suspense>
      <LastAlerts />
    </>
  );
  return (
    <TabParts>
      <ChannelsCard />
      {data ? (
        <NotificationForm
          stored={data}
          onSaved={(settings) => mutate(settings, { revalidate: false })}
          onDirty={onDirty}
        >
          {rest}
        </NotificationForm>
      ) : (
        <>
          <FailureNotice
            title={t('notifications.loadFailed')}
            failure={error}
            isRetrying={isValidating}
            onRetry={() => void mutate()}
          />
          {rest}
        </>
      )}
    </TabParts>
  );
}

/** The switch for this browser's notifications, saved immediately; explains why if the browser does not allow them. */
function BrowserAlertsSection({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const state = useBrowserAlertsState(uid);
  // The switch moves immediately, and back if the browser refuses.
  const [isRequesting, setRequesting] = useState(false);
  const forbidden = state === 'blocked' || state === 'unsupported';
  async function change(isOn: boolean) {
    if (!isOn) return switchBrowserAlertsOff(uid);
    setRequesting(true);
    await switchBrowserAlertsOn(uid).finally(() => setRequesting(false));
    // Shows the user whether the device displays notifications.
    if (browserAlertsState(uid) === 'on') showNotification(t('browserAlerts.example'), { tag: 'first' });
  }

  return (
    <SettingsCard id="browserAlerts" title={t('browserAlerts.title')} text={t('browserAlerts.text')}>
      <SwitchField
        label={t('browserAlerts.switch')}
        checked={isRequesting || state === 'on'}
        disabled={forbidden}
        onChange={(isOn) => void change(isOn)}
      />
      {forbidden && <Notice kind="warning">{t(`browserAlerts.${state}`)}</Notice>}
    </SettingsCard>
  );
}

const FIELDS = [...TELEGRAM_FIELDS, 'thresholds.severity', 'thresholds.silencePeriod'] as const;

type NotificationFormProps = {
  stored: NotificationSettings;
  onSaved: (settings: NotificationSettings) => Promise<unknown>;
  onDirty: (dirty: boolean) => void;
  /** Shown between the form and its save bar. */
  children: ReactNode;
};

/** The specified Telegram integration and the thresholds, saved together. Fields that were not edited here keep what another page saved. */
function NotificationForm({ stored, onSaved, onDirty, children }: NotificationFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const saving = useSaving<DoneTexts>();
  const [isTesting, setTesting] = useState(false);
  const [discards, setDiscards] = useState(0);
  const { form, isDirty, discard } = useStoredForm(stored, zodResolver(notificationInputSchema), onDirty);
  useMarkedIssues(form, saving.failure);
  const { control } = form;

  const submit = form.handleSubmit((body) =>
    saving.save(async () => {
      const applyStored = captureSent(form, FIELDS);
      const saved = await callApi(notificationCalls.save, { body: { ...body, was: stored } });
      applyStored(saved);
      await onSaved(saved);
      return ['notifications.saved'];
    }),
  );

  function undo() {
    discard();
    setDiscards((before) => before + 1);
  }

  return (
    <>
      <chakra.form
        id={id}
        noValidate
        display="flex"
        flexDirection="column"
        gap={{ base: '4', md: '6' }}
        onSubmit={(event) => void submit(event)}
        onChange={saving.forget}
      >
        <TelegramPart
          form={form}
          stored={stored}
          saving={saving.isBusy}
          discards={discards}
          onSaved={onSaved}
          onTesting={setTesting}
          onChosen={saving.forget}
        />
        <SettingsCard id="thresholds" title={t('notifications.thresholds')} text={t('notifications.thresholdsText')}>
          <Controller
            control={control}
            name="thresholds.severity"
            render={({ field }) => <SeverityField value={field.value} onChange={field.onChange} />}
          />
          <Controller
            control={control}
            name="thresholds.silencePeriod"
            render={({ field }) => <SilenceField minutes={field.value} onChange={field.onChange} />}
          />
        </SettingsCard>
      </chakra.form>
      {children}
      <SaveBar
        form={id}
        dirty={isDirty}
        saving={saving}
        failed="notifications.saveFailed"
        disabled={isTesting}
        onDiscard={undo}
      />
    </>
  );
}

type SeverityFieldProps = { value: SeverityFilter; onChange: (value: SeverityFilter) => void };

/** Which incidents send alerts: five filters, each with an explanation. */
function SeverityField({ value, onChange }: SeverityFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = useId();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium" mb="1">
        {t('notifications.severity')}
      </chakra.legend>
      {severityFilterSchema.options.map((each) => (
        <chakra.label key={each} display="flex" gap="3" py="1.5" minH="11" cursor="pointer">
          <chakra.input
            type="radio"
            name={name}
            boxSize="4"
            mt="0.5"
            flexShrink="0"
            accentColor="accent.solid"
            aria-describedby={`${name}${each}`}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <Flex direction={{ base: 'column', md: 'row' }} columnGap="3" minW="0">
            <Box w={{ md: '160px' }} flexShrink="0">
              {t(`notifications.severities.${each}`)}
            </Box>
            <Text id={`${name}${each}`} color="text.muted">
              {t('notifications.severityHint', {
                severities: admittedText(each, t, language),
                hint: t(`notifications.severityHints.${each}`),
              })}
            </Text>
          </Flex>
        </chakra.label>
      ))}
    </chakra.fieldset>
  );
}

const PERIODS_MIN = Array.from({ length: 25 }, (_, index) => index * 5);

type SilenceFieldProps = { minutes: number; onChange: (minutes: number) => void };

/** How long further alerts about an endpoint are silenced: 0 to 120 minutes in steps of 5. */
function SilenceField({ minutes, onChange }: SilenceFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const labelOf = (count: number) =>
    count === 0 ? t('notifications.noSilence') : t('notifications.silenceMinutes', { count });
  return (
    <Box>
      <SettingsRow label={t('notifications.silence')} htmlFor={id}>
        <Choice
          id={id}
          value={String(minutes)}
          options={PERIODS_MIN.map((each) => ({ value: String(each), label: labelOf(each) }))}
          onChoose={(value) => onChange(Number(value))}
        />
      </SettingsRow>
      <Text color="text.muted">{t('notifications.silenceHint')}</Text>
    </Box>
  );
}
