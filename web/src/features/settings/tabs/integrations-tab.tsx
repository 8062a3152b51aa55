import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { channelCalls } from '@farwatch/core/contracts/api/channels';
import { notificationCalls, notificationInputSchema } from '@farwatch/core/contracts/api/notifications';
import { type MessageContent, messageSchema } from '@farwatch/core/documents/message';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { type SeverityFilter, severityFilterSchema } from '@farwatch/core/values/severity-filter';
import { zodResolver } from '@hookform/resolvers/zod';
import { limit, orderBy } from 'firebase/firestore';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { admittedText, DELIVERY_LOOKS, eventText, whyText } from '../../../domain/incidents/alert-texts.ts';
import { StatusLabel } from '../../../domain/status/status.tsx';
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
import { channelName } from '../../../lib/format/channel-name.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useOwnDocuments } from '../../../lib/live/firestore-listeners.ts';
import { endpointPath, PATHS } from '../../../lib/navigation/paths.ts';
import { useMayCall, useSession, useUid } from '../../../lib/session/session.ts';
import { useHighlight } from '../../../ui/data-table/highlight.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { ButtonLink, TextLink } from '../../../ui/navigation/links.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { ChannelsCard } from '../channel-list/channels-card.tsx';
import { EscalationCard } from '../escalation/escalation-card.tsx';
import { CardFor, SettingsCard, SettingsRow, TabParts } from '../layout.tsx';
import { LiveListCard } from '../live-list-card.tsx';
import { type DoneTexts, SaveBar } from '../saving.tsx';
import { ScheduledSummaryCard } from '../scheduled-summary-card.tsx';
import { captureSent, useStoredForm } from '../stored-form.ts';
import { TELEGRAM_FIELDS, TelegramPart } from '../telegram/telegram-part.tsx';
import { TelegramTiming } from '../timing/telegram-timing.tsx';
import { type AlertLine, alertLines, type Delivery } from './alert-lines.ts';

const ApiKeysCard = lazyPart(() => import('../api-keys-card.tsx'));
const MetricPushCard = lazyPart(() => import('../metric-push-card.tsx'));

type TabProps = { onDirty: (dirty: boolean) => void };

/** All channels, Telegram's settings, and the last alerts, which alone are for viewers, too. */
export function IntegrationsTab(props: TabProps) {
  const uid = useUid();
  if (useMayCall()(channelCalls.list)) return <Integrations {...props} />;
  return (
    <TabParts>
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

const PAGE_SIZE = 50;

/** The last alerts, one line for each event with its channels, live. */
function LastAlerts() {
  const { t } = useTranslation();
  const [count, setCount] = useState(PAGE_SIZE);
  const live = useOwnDocuments(
    'messages',
    messageSchema,
    [orderBy('createdAt', 'desc'), limit(count)],
    `messages ${count}`,
  );
  const read = live.data ? live.data.items.length + live.data.unreadable : 0;
  const empty = (
    <EmptyState
      title={t('notifications.alerts.empty')}
      hint={t('notifications.alerts.emptyHint')}
      action={
        <ButtonLink to={PATHS.incidents} variant="outline">
          {t('notifications.alerts.emptyAction')}
        </ButtonLink>
      }
    />
  );
  return (
    <LiveListCard
      id="lastAlerts"
      title={t('notifications.alerts.title')}
      text={t('notifications.alerts.text')}
      loadFailed={t('notifications.alerts.loadFailed')}
      live={live}
      items={live.data && alertLines(live.data.items)}
      empty={empty}
      renderItem={(line) => <LineRow key={line.key} line={line} />}
      more={
        read >= count && count < LIST_LIMITS.byPerson ? (
          <Button variant="outline" onClick={() => setCount(Math.min(count * 2, LIST_LIMITS.byPerson))}>
            {t('notifications.alerts.more')}
          </Button>
        ) : null
      }
    />
  );
}

/** Shows one event: its subject, its time, and its delivery by each channel. */
function LineRow({ line: { content, deliveries, atMs } }: { line: AlertLine }) {
  const { t } = useTranslation();
  const highlight = useHighlight(deliveries.map(({ state }) => state).join());
  const [first] = deliveries;
  return (
    <chakra.li style={highlight}>
      <Flex justify="space-between" columnGap="4" wrap="wrap">
        <Box minW="0" flex="1">
          {content ? (
            <Subject content={content} />
          ) : (
            <Text fontWeight="medium" overflowWrap="anywhere">
              {t('notifications.alerts.removed', { channel: first?.channelName ?? '' })}
            </Text>
          )}
        </Box>
        <Box color="text.muted" textStyle="sm" textAlign={{ sm: 'end' }}>
          <ClockTime atMs={atMs} />
        </Box>
      </Flex>
      {content && <Deliveries deliveries={deliveries} />}
    </chakra.li>
  );
}

function Subject({ content }: { content: MessageContent }) {
  const { t } = useTranslation();
  const { endpointId, severity, values } = content;
  const text = eventText(content, t);
  return (
    <>
      {endpointId === null ? (
        <Text fontWeight="medium" overflowWrap="anywhere">
          {text}
        </Text>
      ) : (
        <TextLink to={endpointPath(endpointId)} fontWeight="medium" overflowWrap="anywhere">
          {text}
        </TextLink>
      )}
      <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
        {[t(`incidents.severity.${severity}`), values.monitor || values.names.join(', ')].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** Shows how each channel delivered the event, and why it was not sent. */
function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation();
  return (
    <chakra.ul listStyleType="none" mt="1.5" display="flex" flexDirection="column" gap="1">
      {deliveries.map((delivery) => {
        const why = whyText(delivery, t);
        const state = t(`notifications.alerts.deliveries.${delivery.state}`);
        return (
          <chakra.li key={delivery.channelId} display="flex" flexWrap="wrap" columnGap="3" textStyle="sm">
            <StatusLabel look={DELIVERY_LOOKS[delivery.state]} text={state} />
            <chakra.bdi overflowWrap="anywhere">
              {channelName({ id: delivery.channelId, name: delivery.channelName }, t)}
            </chakra.bdi>
            {why !== null && (
              <Text color="text.muted" overflowWrap="anywhere" title={delivery.reason ?? undefined}>
                {why}
              </Text>
            )}
          </chakra.li>
        );
      })}
    </chakra.ul>
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
