import type { User } from '@farwatch/core/documents/user';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { SERVER_TEXTS } from '@farwatch/core/texts/server/server-texts';
import { linkInto } from '@farwatch/core/values/account';
import type { Language } from '@farwatch/core/values/languages';
import type { Summary } from '@farwatch/core/values/summary/summary';

/** Opens the report about the days of a summary, in the account of `owner`. */
export function reportLink(
  appUrl: string,
  { firstDay, lastDay }: Pick<Summary, 'firstDay' | 'lastDay'>,
  language: Language,
  owner: { id: string; user: User | null },
): NonNullable<OutgoingMessage['link']> {
  const query = new URLSearchParams({ from: firstDay, to: lastDay });
  const url = `${appUrl}/reports?${query}`;
  const label = SERVER_TEXTS[language].summary.openReport;
  return { label, url: linkInto(url, owner.id, owner.user) };
}
