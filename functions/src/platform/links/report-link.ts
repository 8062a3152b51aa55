import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { SERVER_TEXTS } from '@farwatch/core/texts/server/server-texts';
import type { Language } from '@farwatch/core/values/languages';
import type { Summary } from '@farwatch/core/values/summary/summary';

/** Opens the report about the days of a summary, for a user who is signed in to the account. */
export function reportLink(
  appUrl: string,
  { firstDay, lastDay }: Pick<Summary, 'firstDay' | 'lastDay'>,
  language: Language,
): NonNullable<OutgoingMessage['link']> {
  const query = new URLSearchParams({ from: firstDay, to: lastDay });
  return { label: SERVER_TEXTS[language].summary.openReport, url: `${appUrl}/reports?${query}` };
}
