import type { Snapshot } from '@farwatch/core/documents/snapshot';
import type { Mailing } from '@farwatch/core/documents/subscribers';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import type { Language } from '@farwatch/core/values/languages';
import type { PublicationState } from '@farwatch/core/values/status-page/component-status';
import type { Mail } from '../../../domain/channels/email/send-mail.ts';
import { type MailContent, renderHtml, renderText } from '../../../platform/mail/render-mail.ts';
import { formatOf } from '../format.ts';
import { withoutControls } from '../html.ts';
import { namesOf } from '../incident-part.ts';
import { pathOf } from '../page-view.ts';

/** `unsubscribeUrl`: the subscriber's own. `id`: the same if the mail is sent again. */
type Recipient = { id: string; address: string; language: Language; unsubscribeUrl: string };

const TONES = {
  investigating: 'down',
  identified: 'partial',
  monitoring: 'partial',
  resolved: 'recovered',
} as const satisfies Record<PublicationState, MailContent['tone']>;

/** The mail about the newest update of an incident: the owner's text, and the rest in the subscriber's language. */
export function mailingMail(
  { incident, publicationId }: Pick<Mailing, 'incident' | 'publicationId'>,
  { snapshot, slug, origin }: { snapshot: Snapshot; slug: string; origin: string },
  { id, address, language, unsubscribeUrl }: Recipient,
): Mail {
  const { mail, state: states } = STATUS_PAGE_TEXTS[language];
  const format = formatOf(language, snapshot.timeZone);
  const { title, components, updates } = incident;
  const { state, text, at } = updates.at(-1) ?? { state: 'investigating', text: '', at: incident.startedAt };
  const affected = namesOf(snapshot, components).join(STATUS_PAGE_TEXTS[language].comma);
  const path = pathOf(slug, { language, own: snapshot.language, below: `/incidents/${publicationId}` });
  const content: MailContent = {
    language,
    tone: TONES[state],
    title: `${states[state]}${mail.colon}${title}`,
    url: null,
    paragraphs: withoutControls(text).split('\n'),
    fields: [
      ...(affected === '' ? [] : [{ label: mail.affected, value: affected }]),
      { label: snapshot.title, value: `${format.time(at)} (${snapshot.timeZone})` },
    ],
    colon: mail.colon,
    link: { label: mail.open, url: `${origin}${path}` },
    footer: { text: mail.footer(snapshot.title), links: [{ label: mail.unsubscribe, url: unsubscribeUrl }] },
  };
  return {
    id,
    to: address,
    subject: mail.subject({ page: snapshot.title, title, state: states[state] }),
    text: renderText(content),
    html: renderHtml(content),
    references: [`<${publicationId}@farwatch>`],
    unsubscribeUrl,
  };
}
