import type { Language } from '../../values/languages.ts';
import type { ComponentStatus, PublicationState } from '../../values/status-page/component-status.ts';
import type { OverallStatus } from '../../values/status-page/overall-status.ts';
import type { DurationUnits } from '../locales/locale-texts.ts';
import { bn } from './locales/bn.ts';
import { cn } from './locales/cn.ts';
import { en } from './locales/en.ts';
import { th } from './locales/th.ts';
import { zhHant } from './locales/zh-Hant.ts';

/** The text of a page that has no snapshot to show, such as after a form. */
type MessageTexts = { title: string; text: string };

/** The texts of public status pages, their feeds, badges and mails, in one language. */
export type StatusPageTexts = {
  overall: Record<OverallStatus, string>;
  component: Record<ComponentStatus, string>;
  state: Record<PublicationState, string>;
  /** The page's title as a tab and search results have it. */
  documentTitle: (title: string, overall: string) => string;
  description: (title: string) => string;
  skip: string;
  components: string;
  current: string;
  past: string;
  noPast: string;
  maintenance: { title: string; running: string; planned: string; until: (time: string) => string };
  affects: (names: string) => string;
  comma: string;
  /** It ends a sentence before the next one. */
  period: string;
  units: DurationUnits;
  uptime: (percent: string) => string;
  noUptime: string;
  daysAgo: (count: number) => string;
  today: string;
  responseTime: (ms: string) => string;
  responseTimeHint: string;
  /** The text alternative of a component's bars. `named`: the newest days with an outage, all unless there are many. */
  bars: (values: { days: number; outages: number; named: readonly string[]; unknown: number }) => string;
  dayDown: (values: { day: string; duration: string }) => string;
  since: string;
  legend: { up: string; short: string; down: string; none: string };
  history: {
    link: string;
    title: (month: string) => string;
    none: string;
    /** Below a month of more incidents than its list shows. */
    cut: (shown: number) => string;
    older: string;
    newer: string;
  };
  started: string;
  allUpdates: string;
  resolved: string;
  back: string;
  subscribe: {
    title: string;
    text: string;
    label: string;
    button: string;
    feeds: string;
    sent: MessageTexts;
    notSent: MessageTexts;
    badAddress: MessageTexts;
    full: MessageTexts;
    busy: MessageTexts;
    /** Of a page whose account is younger than a day. */
    tooYoung: MessageTexts;
  };
  confirm: { ask: (page: string) => MessageTexts; button: string; done: (page: string) => MessageTexts };
  unsubscribe: { ask: (page: string) => MessageTexts; button: string; done: (page: string) => MessageTexts };
  password: { title: string; text: string; label: string; button: string; wrong: string };
  report: { link: string; title: string; text: string; label: string; button: string; done: MessageTexts };
  /** Before and after the name of the product. */
  poweredBy: readonly [before: string, after: string];
  /** It stands before the time. */
  confirmedAt: string;
  zone: (zone: string) => string;
  languages: string;
  preview: string;
  notFound: MessageTexts;
  expired: MessageTexts;
  /** The page of an expired link that unsubscribes. */
  unsubscribeExpired: MessageTexts;
  failed: MessageTexts;
  tooMany: MessageTexts;
  badge: { label: string; response: string; uptime: Record<'24h' | '7d' | '30d' | '90d', string>; unknown: string };
  mail: {
    /** Without the page's title: an owner's words are not the subject of mail to strangers. */
    confirmSubject: string;
    confirmText: (page: string) => string;
    confirmButton: string;
    confirmIgnore: string;
    subject: (values: { page: string; title: string; state: string }) => string;
    maintenance: Record<'planned' | 'changed' | 'cancelled', { title: string; text: string }>;
    maintenanceSubject: (values: { page: string; title: string; time: string }) => string;
    time: string;
    colon: string;
    affected: string;
    open: string;
    footer: (page: string) => string;
    unsubscribe: string;
  };
};

/** The texts by language. They are not among the locale files, which browsers load. */
export const STATUS_PAGE_TEXTS: Record<Language, StatusPageTexts> = { en, cn, 'zh-Hant': zhHant, th, bn };
