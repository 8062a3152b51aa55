import { type Message, type MessageContent, SKIP_CODES, type SkipCode } from '@farwatch/core/documents/message';
import type { Language } from '@farwatch/core/values/languages';
import { severitySchema } from '@farwatch/core/values/severity';
import { admits, type SeverityFilter } from '@farwatch/core/values/severity-filter';
import type { TFunction } from 'i18next';
import { listText } from '../../lib/format/text.ts';
import type { StatusLook } from '../status/status.tsx';

export const DELIVERY_LOOKS: Record<Message['state'], StatusLook> = { sent: 'up', failed: 'down', skipped: 'none' };

/** Formats the event of a message as a sentence. */
export function eventText(
  { kind, values }: Pick<MessageContent, 'kind' | 'values'>,
  t: TFunction,
  language: Language,
): string {
  const { endpoint, agent, channel, count, locations } = values;
  const names = locations.map((code) => t(`locations.${code}`));
  const places = listText(names, language);
  return t(`notifications.alerts.${kind}`, { endpoint, agent, channel, count, places });
}

/** Explains why a message was not sent; null if it was, or without a known reason. */
export function whyText(
  { state, code, reason }: Pick<Message, 'state' | 'code' | 'reason'>,
  t: TFunction,
): string | null {
  if (state === 'sent') return null;
  if (code === null) return reason;
  return wasSkipped(code) ? t(`notifications.alerts.deliveries.${code}`) : t(`channels.failures.${code}`);
}

/** Names the severities that a filter lets through, the most severe first: 'Critical and Major'. */
export function admittedText(filter: SeverityFilter, t: TFunction, language: Language): string {
  const names = severitySchema.options
    .filter((each) => admits(filter, each))
    .map((each) => t(`incidents.severity.${each}`));
  return listText(names, language);
}

const NOT_SENT: readonly Message['code'][] = [...SKIP_CODES, 'channel_removed'];

function wasSkipped(code: NonNullable<Message['code']>): code is SkipCode | 'channel_removed' {
  return NOT_SENT.includes(code);
}
