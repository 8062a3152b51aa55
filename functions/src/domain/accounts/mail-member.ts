import type { HandOver } from '@farwatch/core/decisions/notifications/hand-overs';
import type { Incident } from '@farwatch/core/documents/incident';
import { memberId } from '@farwatch/core/documents/member';
import type { Rotation } from '@farwatch/core/documents/rotation';
import type { User } from '@farwatch/core/documents/user';
import { formatTimestamp } from '@farwatch/core/texts/durations';
import { textsOf } from '@farwatch/core/texts/texts';
import { isOwnAccount, linkInto, ownerOf } from '@farwatch/core/values/account';
import { accountZone } from '@farwatch/core/values/summary/account-zone';
import { members, users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import type { MailResult } from '../channels/email/send-mail.ts';
import { type Addressee, mailTo } from './mail-account.ts';
import { ownedBy } from './members.ts';

/** A person of an account, as addressee of a mail from it. */
export type MailedPerson = { uid: string; name: string } & Addressee;

/**
 * Reads a person of an account, with the preferences of their own account: three documents, two if the account has their
 * uid, and one more if their own account has another id. Null for a person who does not belong to it.
 */
export async function readPerson(run: Run, accountId: string, uid: string): Promise<MailedPerson | null> {
  const memberRef = members.ref(run.db, memberId(accountId, uid));
  const userRefs = [...new Set([accountId, uid])].map((id) => users.ref(run.db, id));
  const [memberDocument, ...userDocuments] = await run.db.getAll(memberRef, ...userRefs);
  const member = memberDocument ? members.readIfValid(memberDocument) : null;
  const [account = null, own = account] = userDocuments.map((document) => users.readIfValid(document));
  const isOwner = uid === ownerOf(accountId, account);
  if (!isOwner && (member?.ownerId !== accountId || member.uid !== uid)) return null;
  const user = isOwner ? account : ownerOf(uid, own) === uid ? own : await readOwnAccount(run, uid);
  const { displayName, email } = (isOwner ? user : member) ?? { displayName: '', email: '' };
  const { language = 'en', summaries = null } = user ?? {};
  return { uid, name: displayName || email, email, language, summaries };
}

/** Reads the account of their own that a person got who transferred the one with their uid. */
async function readOwnAccount(run: Run, uid: string): Promise<User | null> {
  const { docs } = await ownedBy(run, uid).get();
  return docs.map((document) => users.readIfValid(document)).find((each) => each && isOwnAccount(each)) ?? null;
}

/** Mails a person of the account that `by` has assigned an incident to them. Never throws. */
export async function mailAssigned(
  run: Run,
  person: MailedPerson,
  { id, incident, by }: { id: string; incident: Incident; by: string },
): Promise<void> {
  const { ownerId, endpoint, monitor, triggeredAt } = incident;
  await mailTo(run, person, `assigned-${id}-${person.uid}-${run.nowMs}`, async ({ assigned }) => {
    const { alerts } = await textsOf(person.language);
    const url = `${appUrl(process.env)}/incidents?incident=${id}`;
    return {
      title: assigned.title(by, endpoint.name || endpoint.url),
      paragraphs: [assigned.text],
      fields: [
        { label: alerts.monitor, value: monitor.name },
        { label: 'URL', value: endpoint.url },
        { label: alerts.since, value: formatTimestamp(triggeredAt, accountZone(person)) },
      ],
      link: { label: alerts.openIncident, url: linkInto(url, ownerId, { hasMembers: true }) },
      footer: assigned.footer,
    };
  });
}

/** The most shifts that a mail lists. */
const MOST_LISTED = 12;

/**
 * Mails a person of the account the shifts that they take over soon, the earliest first. Their times are in the rotation's
 * zone. Never throws.
 */
export function mailHandOvers(
  run: Run,
  person: MailedPerson,
  rotation: Rotation & { id: string },
  [first, ...others]: readonly [HandOver, ...HandOver[]],
  nameOf: (uid: string) => string,
): Promise<MailResult | null> {
  const { id, ownerId, name, timeZone } = rotation;
  const time = (atMs: number) => formatTimestamp(atMs, timeZone);
  return mailTo(run, person, `hand-over-${id}-${person.uid}-${first.startsAt}`, async ({ handOver }) => {
    const named = (uid: string | null) => (uid === null ? handOver.nobody : nameOf(uid));
    const url = `${appUrl(process.env)}/settings?tab=integrations`;
    return {
      title: handOver.title(name, time(first.startsAt)),
      paragraphs: [handOver.text],
      fields: [first, ...others]
        .slice(0, MOST_LISTED)
        .flatMap(({ startsAt, endsAt, before, after }) => [
          { label: handOver.from, value: time(startsAt) },
          ...(endsAt === null ? [] : [{ label: handOver.until, value: time(endsAt) }]),
          { label: handOver.before, value: named(before) },
          ...(endsAt === null ? [] : [{ label: handOver.after, value: named(after) }]),
        ]),
      link: { label: handOver.button, url: linkInto(url, ownerId, { hasMembers: true }) },
      footer: handOver.footer,
    };
  });
}
