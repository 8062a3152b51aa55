import type { Snapshot } from '@farwatch/core/documents/snapshot';
import type { MailedMaintenance, Mailing } from '@farwatch/core/documents/subscribers';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import type { Language } from '@farwatch/core/values/languages';
import type { PublicationState } from '@farwatch/core/values/status-page/component-status';
import type { PublicIncident } from '@farwatch/core/values/status-page/publication';
import type { Mail } from '../../../domain/channels/email/send-mail.ts';
import { publicationIdFor } from '../../../domain/pages/publication-id.ts';
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

type Place = { snapshot: Snapshot; slug: string; origin: string };

/** The mail of a mailing to one subscriber: the owner's text, and the rest in the subscriber's language. */
export function mailingMail(
  { incident, publicationId, maintenance }: Pick<Mailing, 'incident' | 'publicationId' | 'maintenance'>,
  place: Place,
  recipient: Recipient,
): Mail {
  if (maintenance) return maintenanceMail(maintenance, place, recipient);
  if (incident && publicationId !== null) return incidentMail({ incident, publicationId }, place, recipient);
  throw new Error(`nothing to mail in ${recipient.id}`);
}

/** The mail about the newest update of an incident. */
function incidentMail(
  { incident, publicationId }: { incident: PublicIncident; publicationId: string },
  { snapshot, slug, origin }: Place,
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

/** The mail about an occurrence of maintenance. Like the page, it does not name the window, which is for its owner only. */
function maintenanceMail(
  { windowId, change, startsAt, endsAt, components }: MailedMaintenance,
  { snapshot, slug, origin }: Place,
  { id, address, language, unsubscribeUrl }: Recipient,
): Mail {
  const { mail, comma } = STATUS_PAGE_TEXTS[language];
  const { title, text } = mail.maintenance[change];
  const time = formatOf(language, snapshot.timeZone).range(startsAt, endsAt);
  const affected = namesOf(snapshot, components).join(comma);
  const content: MailContent = {
    language,
    tone: change === 'cancelled' ? 'recovered' : 'notice',
    title,
    url: null,
    paragraphs: [text],
    fields: [
      { label: mail.time, value: `${time} (${snapshot.timeZone})` },
      ...(affected === '' ? [] : [{ label: mail.affected, value: affected }]),
    ],
    colon: mail.colon,
    link: { label: mail.open, url: `${origin}${pathOf(slug, { language, own: snapshot.language })}` },
    footer: { text: mail.footer(snapshot.title), links: [{ label: mail.unsubscribe, url: unsubscribeUrl }] },
  };
  return {
    id,
    to: address,
    subject: mail.maintenanceSubject({ page: snapshot.title, title, time }),
    text: renderText(content),
    html: renderHtml(content),
    references: [`<${publicationIdFor(slug, windowId)}@farwatch>`],
    unsubscribeUrl,
  };
}
