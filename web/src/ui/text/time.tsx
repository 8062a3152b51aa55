import { chakra } from '@chakra-ui/react';
import { ownDigits } from '@farwatch/core/values/languages';
import { displayedLengthMs, SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { exactTime, listedDate, listedPastDate, listedTime, loggedTime, pastDate } from '../../lib/format/dates.ts';
import { daysAgo, formatDuration, relativeTime } from '../../lib/format/durations.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { IN_TABLE } from '../../lib/i18n/languages.ts';
import { currentMs, useNow } from '../../lib/time/now.ts';

/** A time to the second, in the viewer's zone and language. */
export function ExactTime({ atMs }: { atMs: number }) {
  return <time dateTime={new Date(atMs).toISOString()}>{exactTime(atMs, useLanguage())}</time>;
}

/** A time among others, to the second; with its year if it is not this one, and with the zone on hover. */
export function ListedTime({ atMs }: { atMs: number }) {
  const language = useLanguage();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs, language)}>
      {listedTime(atMs, currentMs(), language)}
    </time>
  );
}

/** A date with its year, with the exact time on hover. */
export function FullDate({ atMs }: { atMs: number }) {
  const language = useLanguage();
  return (
    <chakra.time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs, language)} whiteSpace="nowrap">
      {listedDate(atMs, language)}
    </chakra.time>
  );
}

const EVERY_MS = 5 * SECOND_MS;

type TimeAgoProps = {
  atMs: number | null;
  missing?: string;
  /** Whether words come before it, so that it has no capital. */
  inText?: boolean;
  /** Whether it is in a table, where digits are Latin in every language. */
  inTable?: boolean;
};

/** How long ago something was, kept current, with the exact time on hover; `missing` for null, by default 'N/A'. */
export function TimeAgo({ atMs, missing, inText = false, inTable = false }: TimeAgoProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(EVERY_MS);
  if (atMs === null) return <>{missing ?? t('none')}</>;
  const date = (inTable ? listedPastDate : pastDate)(atMs, nowMs, language);
  const text = agoText(atMs, nowMs, t, date, { inText, inTable });
  return (
    <chakra.time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs, language)} whiteSpace="nowrap">
      {text}
    </chakra.time>
  );
}

/** The time of a log entry, with how long ago below it; to the second with `seconds`, otherwise on hover. */
export function ClockTime({ atMs, seconds = false }: { atMs: number; seconds?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(EVERY_MS);
  return (
    <chakra.time
      dateTime={new Date(atMs).toISOString()}
      title={exactTime(atMs, language)}
      display="block"
      whiteSpace="nowrap"
    >
      {seconds ? loggedTime(atMs, language) : listedPastDate(atMs, nowMs, language)}
      <chakra.span display="block" textStyle="xs" fontWeight="normal" color="text.muted">
        {agoText(atMs, nowMs, t, t('time.days', { count: daysAgo(atMs, nowMs), ...IN_TABLE }), { inTable: true })}
      </chakra.span>
    </chakra.time>
  );
}

/** How long ago something was; `older` if that is a day or more. */
function agoText(
  atMs: number,
  nowMs: number,
  t: TFunction,
  older: string,
  { inText = false, inTable = false },
): string {
  const ago = relativeTime(atMs, nowMs);
  if (ago.kind === 'date') return older;
  if (ago.kind === 'now') return inText ? t('time.now').toLowerCase() : t('time.now');
  return t(`time.${ago.kind}`, { count: ago.count, isInTable: inTable });
}

type LengthProps = {
  fromMs: number;
  toMs: number | null;
  /** Whether it is part of a sentence, with the language's own digits. */
  inText?: boolean;
};

/** A duration, such as '2 h 5 min'; without an end, up to now. */
export function LengthOfTime({ fromMs, toMs, inText = false }: LengthProps) {
  if (toMs === null) return <Running fromMs={fromMs} inText={inText} />;
  return <Length lengthMs={displayedLengthMs(fromMs, toMs)} inText={inText} />;
}

function Running({ fromMs, inText }: { fromMs: number; inText: boolean }) {
  return <Length lengthMs={displayedLengthMs(fromMs, useNow(SECOND_MS))} inText={inText} />;
}

function Length({ lengthMs, inText }: { lengthMs: number; inText: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = formatDuration(lengthMs, t);
  return <>{inText ? ownDigits(language, text) : text}</>;
}
