import { Box, chakra, Text } from '@chakra-ui/react';
import type { Period } from '@farwatch/core/decisions/maintenance/occurrences';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { gmtOffset, periodText } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useNow } from '../../../lib/time/now.ts';
import { nextPeriods } from '../periods.ts';
import { type Draft, errorsOf, fieldsOfDraft, localTime } from './draft.ts';

const SHOWN = 5;
/** Rules that have their own times of the day. */
const OWN_TIMES = /BYHOUR|BYMINUTE/;

/** The next occurrences of the draft, in the viewer's zone and in its own, once the draft says when. */
export function Preview({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const periods = useMemo(() => previewOf(draft, nowMs), [draft, nowMs]);
  return (
    <Box as="section" aria-label={t('maintenance.preview.title')} bg="surface.sunken" borderRadius="l2" px="4" py="3">
      <Text fontWeight="medium">{t('maintenance.preview.title')}</Text>
      {periods === null && <Text color="text.muted">{t('maintenance.preview.incomplete')}</Text>}
      {periods?.length === 0 && <Text color="text.muted">{t('maintenance.preview.over')}</Text>}
      <chakra.ol listStyleType="none" fontVariantNumeric="tabular-nums">
        {periods?.map((period) => (
          <PreviewLine key={period.startsAt} period={period} draft={draft} />
        ))}
      </chakra.ol>
    </Box>
  );
}

/** The next occurrences; null for a draft whose time or repetition is wrong. Name and monitors do not matter. */
function previewOf(draft: Draft, nowMs: number): Period[] | null {
  if (errorsOf({ ...draft, name: '-', monitors: null })) return null;
  return nextPeriods(fieldsOfDraft(draft), nowMs, SHOWN);
}

function PreviewLine({ period: { startsAt, endsAt }, draft }: { period: Period; draft: Draft }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = draft;
  const isElsewhere = gmtOffset(startsAt, language) !== gmtOffset(startsAt, language, timeZone);
  const { time } = localTime(startsAt, timeZone);
  const isShifted = time !== draft.time && !(draft.repeat.kind === 'custom' && OWN_TIMES.test(draft.repeat.custom));
  return (
    <chakra.li py="1">
      {periodText(startsAt, endsAt, language)}
      {isElsewhere && (
        <Text textStyle="sm" color="text.muted">
          {t('maintenance.preview.inZone', {
            zone: timeZone.replaceAll('_', ' '),
            period: periodText(startsAt, endsAt, language, timeZone),
          })}
        </Text>
      )}
      {isShifted && (
        <Text textStyle="sm" fontWeight="medium">
          {t('maintenance.preview.shifted', { planned: draft.time, time })}
        </Text>
      )}
    </chakra.li>
  );
}
