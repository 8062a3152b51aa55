import { Box, Button, chakra, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls, type Preview } from '@farwatch/core/contracts/api/channels';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import { severitySchema } from '@farwatch/core/values/severity';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { BellRing } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { shortDate, timeOfDay } from '../../../lib/format/dates.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { viewerZone } from '../../../lib/time/viewer-zone.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { CheckSet } from '../../../ui/form/check-set.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { CHANNEL_TYPE_FORMS } from '../channel-list/type-table.ts';
import { SettingsRow } from '../layout.tsx';
import { type DoneTexts, OutcomeNotice } from '../saving.tsx';
import { MinutesField } from '../timing/minutes-field.tsx';
import {
  expectedSeverity,
  GOES_ON,
  localMinute,
  type PreviewDraft,
  type PreviewErrors,
  parsePreview,
} from './preview-draft.ts';

type Props = { channels: readonly ChannelAnswer[]; onClose: () => void };

/** Shows who would be notified of an outage, and when; nothing is sent or saved. */
export function PreviewDialog({ channels, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const monitors = data?.items ?? [];
  return (
    <AppDialog open size="lg" title={t('escalation.preview.title')} onClose={onClose}>
      {!data && <Loading />}
      {data && monitors.length === 0 && (
        <EmptyState title={t('escalation.preview.noMonitors')} hint={t('escalation.preview.noMonitorsHint')} />
      )}
      {monitors.length > 0 && <PreviewForm monitors={monitors} channels={channels} />}
    </AppDialog>
  );
}

type FormProps = { monitors: readonly WithId<Monitor>[]; channels: readonly ChannelAnswer[] };

function PreviewForm({ monitors, channels }: FormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<PreviewDraft>(() => newDraft(monitors[0]?.id ?? ''));
  const [errors, setErrors] = useState<PreviewErrors | null>(null);
  const [shown, setShown] = useState<{ preview: Preview; startMs: number } | null>(null);
  const loading = useSaving<DoneTexts>({ isChange: false });
  const monitor = monitors.find(({ id }) => id === draft.monitorId);
  const locations = monitor?.locations ?? [];

  function change(changes: Partial<PreviewDraft>) {
    setDraft({ ...draft, ...changes });
    setErrors(null);
    // The preview no longer belongs to the input.
    setShown(null);
    loading.forget();
  }
  function show() {
    const parsed = parsePreview(draft, locations);
    setErrors(parsed.errors ?? null);
    const { body } = parsed;
    if (!body) return;
    void loading.save(async () => {
      const preview = await callApi(channelCalls.preview, { body });
      setShown({ preview, startMs: Date.parse(body.startsAt) });
    });
  }

  return (
    <chakra.form
      noValidate
      display="flex"
      flexDirection="column"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <Text color="text.muted">{t('escalation.preview.text')}</Text>
      <PreviewFields draft={draft} monitors={monitors} locations={locations} errors={errors} onChange={change} />
      <Flex>
        <BusyButton type="submit" colorPalette="accent" loading={loading.isBusy}>
          {t('escalation.preview.show')}
        </BusyButton>
      </Flex>
      <OutcomeNotice saving={loading} failed="escalation.preview.failed" />
      <Box aria-live="polite">{shown && <PreviewResult {...shown} channels={channels} />}</Box>
    </chakra.form>
  );
}

function newDraft(monitorId: string): PreviewDraft {
  return { monitorId, locations: null, severity: null, start: localMinute(currentMs()), duration: GOES_ON };
}

const LENGTHS_MIN = [1, 5, 10, 30, 60, 240];
const EXPECTED = 'expected';

type PreviewFieldsProps = {
  draft: PreviewDraft;
  monitors: readonly WithId<Monitor>[];
  /** All locations of the chosen monitor. */
  locations: readonly LocationCode[];
  errors: PreviewErrors | null;
  onChange: (changes: Partial<PreviewDraft>) => void;
};

/** The outage that is assumed: of which monitor, from where, how severe, from when, and how long. */
function PreviewFields({ draft, monitors, locations, errors, onChange }: PreviewFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const expected = t(`incidents.severity.${expectedSeverity(draft.locations, locations)}`);
  return (
    <Flex direction="column" gap="3">
      <SettingsRow label={t('escalation.preview.monitor')} htmlFor={`${id}monitor`}>
        <Choice
          id={`${id}monitor`}
          value={draft.monitorId}
          options={monitors.map((monitor) => ({ value: monitor.id, label: monitor.name }))}
          onChoose={(monitorId) => onChange({ monitorId, locations: null })}
        />
      </SettingsRow>
      <Locations
        all={locations}
        failing={draft.locations ?? locations}
        isBad={errors?.locations ?? false}
        onChange={(failing) => onChange({ locations: failing })}
      />
      <SettingsRow label={t('escalation.preview.severity')} htmlFor={`${id}severity`}>
        <Choice
          id={`${id}severity`}
          value={draft.severity ?? EXPECTED}
          options={[
            { value: EXPECTED, label: t('escalation.preview.expected', { severity: expected }) },
            ...severitySchema.options.map((value) => ({ value, label: t(`incidents.severity.${value}`) })),
          ]}
          onChoose={(value) => onChange({ severity: value === EXPECTED ? null : value })}
        />
      </SettingsRow>
      <MinutesField
        label={t('escalation.preview.lasts')}
        error={errors?.duration ? t('escalation.preview.lastsBad') : undefined}
        value={draft.duration}
        options={[
          { value: GOES_ON, label: t('escalation.preview.goesOn') },
          ...LENGTHS_MIN.map((count) => ({ value: String(count), label: t('escalation.preview.minutes', { count }) })),
        ]}
        otherStart="20"
        onChange={(duration) => onChange({ duration })}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }}>
        <TextField
          type="datetime-local"
          label={t('escalation.preview.start', { zone: viewerZone().replaceAll('_', ' ') })}
          error={errors?.start ? t('timing.timeBad') : undefined}
          value={draft.start}
          onChange={(event) => onChange({ start: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Flex>
  );
}

type LocationsProps = {
  all: readonly LocationCode[];
  failing: readonly LocationCode[];
  isBad: boolean;
  onChange: (failing: LocationCode[]) => void;
};

function Locations({ all, failing, isBad, onChange }: LocationsProps) {
  const { t } = useTranslation();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium">{t('escalation.preview.locations')}</chakra.legend>
      <Flex wrap="wrap" columnGap="4">
        <CheckSet
          options={all.map((code) => ({ value: code, label: t(`locations.${code}`) }))}
          chosen={failing}
          onChange={onChange}
        />
      </Flex>
      {isBad && (
        <Text role="alert" color="danger" textStyle="sm">
          {t('escalation.preview.locationsBad')}
        </Text>
      )}
    </chakra.fieldset>
  );
}

/** Reminders can be many; the rest is shown on demand. */
const SHOWN_FIRST = 20;

type PreviewResultProps = { preview: Preview; startMs: number; channels: readonly ChannelAnswer[] };

/** Who is notified when, and why others are not. */
function PreviewResult({ preview: { messages, silent, until }, startMs, channels }: PreviewResultProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? messages : messages.slice(0, SHOWN_FIRST);
  return (
    <Flex direction="column" gap="4" borderTopWidth="1px" pt="4">
      {messages.length === 0 && <Text fontWeight="medium">{t('escalation.preview.nobody')}</Text>}
      <chakra.ol aria-label={t('escalation.preview.messages')} listStyleType="none">
        {shown.map((message) => (
          <MessageLine
            key={`${message.channelId} ${message.at}`}
            message={message}
            startMs={startMs}
            channel={channels.find(({ id }) => id === message.channelId)}
          />
        ))}
      </chakra.ol>
      {shown.length < messages.length && (
        <Button alignSelf="flex-start" variant="outline" onClick={() => setWhole(true)}>
          {t('escalation.preview.all', { count: messages.length })}
        </Button>
      )}
      {silent.length > 0 && (
        <Box as="section" aria-label={t('escalation.preview.silent')}>
          <chakra.h3 fontWeight="medium" mb="1">
            {t('escalation.preview.silent')}
          </chakra.h3>
          <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="1">
            {silent.map(({ channelId, name, reason }) => (
              <li key={channelId}>
                <chakra.bdi overflowWrap="anywhere">{channelName({ id: channelId, name }, t)}</chakra.bdi>
                <Text color="text.muted" textStyle="sm">
                  {t(`escalation.preview.reasons.${reason}`)}
                </Text>
              </li>
            ))}
          </chakra.ul>
        </Box>
      )}
      <Text color="text.muted" textStyle="sm">
        {t('escalation.preview.until', { at: shortDate(Date.parse(until), language) })}
      </Text>
    </Flex>
  );
}

type LineProps = {
  message: Preview['messages'][number];
  startMs: number;
  channel: ChannelAnswer | undefined;
};

/** Shows a message: when it is sent, through which channel, its text, and what it waited for. */
function MessageLine({ message: { channelId, name, type, at, kind, text }, startMs, channel }: LineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const atMs = Date.parse(at);
  const Icon = CHANNEL_TYPE_FORMS[type]?.icon ?? BellRing;
  const hasWaited = channel !== undefined && kind === 'outage' && waitedFor(channel, atMs - startMs);
  return (
    <chakra.li display="flex" gap="4" py="2" borderBottomWidth="1px">
      <chakra.time dateTime={at} w="88px" flexShrink="0" textStyle="sm">
        {isSameDay(atMs, startMs) ? timeOfDay(atMs, language) : shortDate(atMs, language)}
        <chakra.span display="block" color="text.muted">
          {atMs > startMs ? `+${formatDuration(atMs - startMs, t)}` : t('timing.atOnce')}
        </chakra.span>
      </chakra.time>
      <Flex color="text.muted" h="5" align="center" flexShrink="0" aria-hidden="true">
        <Icon size={18} />
      </Flex>
      <Box minW="0">
        <chakra.bdi fontWeight="medium" overflowWrap="anywhere">
          {channelName({ id: channelId, name }, t)}
        </chakra.bdi>
        <Text overflowWrap="anywhere" whiteSpace="pre-line">
          {text}
        </Text>
        {hasWaited && (
          <Text color="text.muted" textStyle="sm">
            {t(`escalation.preview.waited.${hasWaited}`)}
          </Text>
        )}
      </Box>
    </chakra.li>
  );
}

function isSameDay(oneMs: number, otherMs: number): boolean {
  return new Date(oneMs).toDateString() === new Date(otherMs).toDateString();
}

/** Explains what the first message of a channel waited for; null if it did not wait. */
function waitedFor({ timing: { delayMin, quietHours } }: ChannelAnswer, afterMs: number) {
  if (afterMs === 0) return null;
  if (afterMs <= delayMin * MINUTE_MS) return 'delay';
  return quietHours ? 'quietHours' : 'maintenance';
}
