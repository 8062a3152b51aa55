import type { Language } from '../../values/languages.ts';
import type { SummaryDay } from '../../values/summary/summary.ts';
import type { SummaryKind } from '../../values/summary/summary-plan.ts';
import * as bn from './locales/bn.ts';
import * as cn from './locales/cn.ts';
import * as en from './locales/en.ts';
import * as th from './locales/th.ts';
import * as zhHant from './locales/zh-Hant.ts';

/** A page that a link in a mail opens. `button` is absent from a page that only shows a result. */
type PageTexts = { title: string; text: string; button?: string };

/** The texts around messages in mails, and those of the pages that links in mails open, in one language. */
export type MailTexts = {
  testTitle: string;
  testText: string;
  footer: (address: string) => string;
  unsubscribe: string;
  settings: string;
  confirmation: {
    title: string;
    text: (account: string) => string;
    ignore: string;
    button: string;
  };
  /** The mail about a payment that is finished. */
  receipt: {
    title: string;
    text: string;
    order: string;
    plan: string;
    amount: string;
    period: string;
    paidAt: string;
    button: string;
    footer: string;
  };
  /** The mail that invites a person to an account. */
  invitation: {
    title: (inviter: string) => string;
    text: (inviter: string, address: string) => string;
    ends: (expiresAt: string) => string;
    ignore: string;
    button: string;
    footer: string;
  };
  /** The mail to a person to whom an incident was assigned. `subject`: its endpoint. */
  assigned: { title: (by: string, subject: string) => string; text: string; footer: string };
  /** The mail to a person who comes on duty. `from`: when the shift starts. */
  handOver: {
    title: (rotation: string, from: string) => string;
    text: string;
    from: string;
    until: string;
    before: string;
    after: string;
    nobody: string;
    button: string;
    footer: string;
  };
  /** The mails about the account itself. */
  account: {
    footer: string;
    when: string;
    button: string;
    /** Says which of several accounts a mail is about; `own` as in the menu of accounts. */
    which: { label: string; own: (name: string) => string };
    passwordChanged: { title: string; text: string; unexpected: string };
    closing: {
      title: string;
      text: (closesAt: string) => string;
      keep: string;
      monitors: string;
      endpoints: string;
      pages: string;
      subscribers: string;
    };
    kept: { title: string; text: string };
    deleted: { title: string; text: string };
    /** To the previous owner of an account that was transferred. */
    transferred: { title: string; text: (owner: string) => string; own: string; unexpected: string };
    /** To its new owner. */
    received: { title: string; text: (previous: string) => string; keys: string; button: string };
  };
  pages: {
    unsubscribe: (address: string) => PageTexts;
    unsubscribed: (address: string) => PageTexts;
    stopSummaries: (address: string) => PageTexts;
    stoppedSummaries: (address: string) => PageTexts;
    confirm: (address: string, account: string) => PageTexts;
    confirmed: (address: string) => PageTexts;
    /** The channel of the link was removed, or sends to another address now. */
    outdated: PageTexts;
    expired: PageTexts;
    forged: PageTexts;
    failed: PageTexts;
  };
};

/** The texts of summaries in one language. Texts by kind name the period before. */
export type SummaryTexts = {
  comma: string;
  semicolon: string;
  /** Days of a week: one of them with its year. */
  period: (values: Record<'from' | 'to', { day: string; date: string }>) => string;
  uptime: string;
  outages: string;
  downtime: string;
  monitors: string;
  noDowntime: string;
  /** In the title if nothing is known. */
  nothingKnown: string;
  /** In the title if there was no outage while something was known, which was not all the time. */
  someKnown: string;
  change: Record<SummaryKind, (points: string) => string>;
  unchanged: Record<SummaryKind, string>;
  outageCount: (count: number) => string;
  days: Record<SummaryDay, string>;
  longest: string;
  slower: Record<SummaryKind, string>;
  slow: string;
  gaps: string;
  certificates: string;
  outage: (values: { endpoint: string; duration: string; since: string; isRunning: boolean }) => string;
  percentile: (values: { name: string; before: string; now: string }) => string;
  named: (values: { name: string; value: string }) => string;
  more: (count: number) => string;
  openReport: string;
  /** The small print of a mail. */
  footer: (address: string) => string;
  turnOff: string;
};

/** The texts of incidents that status pages post by themselves. `names`: of the components, as `list` joins them. */
export type AutomaticTexts = {
  /** `more`: how many others there are, 0 for none. */
  list: (names: readonly string[], more: number) => string;
  title: (names: string) => string;
  failing: (names: string) => string;
  recovered: (names: string) => string;
  /** `names`: empty if the page has none of the components any more. */
  unmonitored: (names: string) => string;
};

/** Texts that only the server writes. They are not among the locale files, which browsers load. */
type ServerTexts = { mail: MailTexts; summary: SummaryTexts; automatic: AutomaticTexts };

export const SERVER_TEXTS: Record<Language, ServerTexts> = { en, cn, 'zh-Hant': zhHant, th, bn };
