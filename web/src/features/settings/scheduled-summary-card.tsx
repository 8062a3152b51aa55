import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import { type SummaryAnswer, type SummaryPreview, summaryCalls } from '@farwatch/core/contracts/api/summaries';
import {
  canGetSummaries,
  SUMMARY_KINDS,
  type SummaryKind,
  type SummarySettings,
} from '@farwatch/core/values/summary/summary-plan';
import { Eye, Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { channelName } from '../../lib/format/channel-name.ts';
import { weekdayTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { CheckSet } from '../../ui/form/check-set.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { ClosedCard } from './layout.tsx';
import { type DoneTexts, OutcomeNotice } from './saving.tsx';

/** With the names of cities, which few open. */
const ZoneField = lazyPart(async () => ({ default: (await import('../../ui/form/zone-field.tsx')).ZoneField }));

/** Which summaries are sent, where and when, closed until it is opened. Each change is saved at once. */
export function ScheduledSummaryCard() {
  const { t } = useTranslation();
  const { data: settings, error, isValidating, mutate } = useApi(summaryCalls.read, {});
  const { data: listed } = useApi(channelCalls.list, {}, POLL_MS);
  return (
    <ClosedCard id="summaries" title={t('summaries.title')} summary={t('summaries.summary')}>
      {settings && listed && (
        <Fields
          settings={settings}
          channels={listed.channels}
          onSaved={(saved) => mutate(saved, { revalidate: false })}
        />
      )}
      {!settings && error && (
        <FailureNotice
          title={t('summaries.loadFailed')}
          failure={error}
          isRetrying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
    </ClosedCard>
  );
}

type Props = {
  settings: SummaryAnswer;
  channels: readonly ChannelAnswer[];
  onSaved: (saved: SummaryAnswer) => Promise<unknown>;
};

function Fields({ settings, channels, onSaved }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const saving = useSaving<DoneTexts>();
  // The choice is shown at once, and reverts if it cannot be saved.
  const [unsaved, setUnsaved] = useState<Partial<SummarySettings>>({});
  const { nextAt, ...stored } = settings;
  const shown = { ...stored, ...unsaved };
  function change(changes: Partial<SummarySettings>) {
    if (saving.isBusy) return;
    setUnsaved(changes);
    void saving.save(async () => {
      try {
        await onSaved(await callApi(summaryCalls.save, { body: { ...stored, ...changes } }));
        return ['summaries.saved'];
      } finally {
        setUnsaved({});
      }
    });
  }
  return (
    <Flex direction="column" gap="5">
      <Text color="text.muted">{t('summaries.text')}</Text>
      <Box>
        {(['weekly', 'monthly'] as const).map((kind) => (
          <SwitchField
            key={kind}
            label={t(`summaries.${kind}`)}
            checked={shown[kind]}
            onChange={(isOn) => change({ [kind]: isOn })}
          />
        ))}
        <Text color="text.muted" textStyle="sm">
          {t('summaries.when')}
        </Text>
      </Box>
      <Targets channels={channels} chosen={shown.channels} onChange={(chosen) => change({ channels: chosen })} />
      <Suspense>
        <ZoneField label={t('summaries.zone')} value={shown.timeZone} onChoose={(timeZone) => change({ timeZone })} />
      </Suspense>
      <Text>
        {nextAt
          ? t('summaries.next', { at: weekdayTime(Date.parse(nextAt), language, settings.timeZone) })
          : t('summaries.none')}
      </Text>
      <OutcomeNotice saving={saving} failed="summaries.saveFailed" />
      <SummarySample />
    </Flex>
  );
}

type TargetsProps = {
  channels: readonly ChannelAnswer[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

function Targets({ channels, chosen, onChange }: TargetsProps) {
  const { t } = useTranslation();
  const options = channels
    .filter(({ type }) => canGetSummaries(type))
    .map((channel) => ({ value: channel.id, label: channelName(channel, t) }));
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium">{t('summaries.channels')}</chakra.legend>
      <Flex wrap="wrap" columnGap="4">
        <CheckSet options={options} chosen={chosen} onChange={onChange} />
      </Flex>
      {chosen.length === 0 && (
        <Text color="text.muted" textStyle="sm">
          {t('summaries.noChannels')}
        </Text>
      )}
    </chakra.fieldset>
  );
}

/** The history of many monitors takes some seconds. */
const SUMMARY_MS = 30_000;

/** Shows the summary of the last week or month, or sends it to the account's own address. */
function SummarySample() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<SummaryKind>('weekly');
  const [shown, setShown] = useState<SummaryPreview | null>(null);
  const loading = useSaving<DoneTexts>({ isChange: false });
  const sending = useSaving<DoneTexts>({ isChange: false });
  const isBusy = loading.isBusy || sending.isBusy;
  const preview = () =>
    void loading.save(async () => {
      sending.forget();
      setShown(await callApi(summaryCalls.preview, { body: { kind } }, SUMMARY_MS));
    });
  const sendToSelf = () =>
    void sending.save(async () => {
      loading.forget();
      const { isSent } = await callApi(summaryCalls.test, { body: { kind } }, SUMMARY_MS);
      return [isSent ? 'summaries.sent' : 'summaries.notSent'];
    });
  return (
    <Flex direction="column" gap="3">
      <Flex gap="2" wrap="wrap" align="center">
        <Choice
          label={t('summaries.about')}
          value={kind}
          options={SUMMARY_KINDS.map((value) => ({ value, label: t(`summaries.periods.${value}`) }))}
          onChoose={setKind}
        />
        <BusyButton variant="outline" loading={loading.isBusy} disabled={isBusy} onClick={preview}>
          <Eye aria-hidden="true" />
          {t('summaries.preview')}
        </BusyButton>
        <BusyButton variant="outline" loading={sending.isBusy} disabled={isBusy} onClick={sendToSelf}>
          <Send aria-hidden="true" />
          {t('summaries.send')}
        </BusyButton>
      </Flex>
      <OutcomeNotice saving={loading} failed="summaries.previewFailed" />
      <OutcomeNotice saving={sending} failed="summaries.sendFailed" />
      {shown && <PreviewDialog kind={kind} mail={shown.mail} onClose={() => setShown(null)} />}
    </Flex>
  );
}

type DialogProps = { kind: SummaryKind; mail: SummaryPreview['mail']; onClose: () => void };

/** The mail in a frame without scripts, forms and links that work. */
function PreviewDialog({ kind, mail, onClose }: DialogProps) {
  const { t } = useTranslation();
  const period = t(`summaries.periods.${kind}`);
  return (
    <AppDialog open size="lg" title={t('summaries.previewTitle', { period })} onClose={onClose}>
      {mail ? (
        <Box>
          <Text fontWeight="medium" mb="2">
            {mail.subject}
          </Text>
          <chakra.iframe
            title={t('summaries.frame')}
            sandbox=""
            srcDoc={mail.html}
            w="full"
            h="60vh"
            borderWidth="1px"
            borderRadius="l2"
          />
        </Box>
      ) : (
        <Text>{t('summaries.nothing', { period })}</Text>
      )}
    </AppDialog>
  );
}
