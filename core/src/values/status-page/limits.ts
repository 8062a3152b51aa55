import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';

/** Limits of status pages and of what visitors may do there. */
export const STATUS_PAGE = {
  perOwner: 20,
  groups: 20,
  /** Of all groups together. */
  components: 100,
  nameLength: 80,
  titleLength: 120,
  /** Websites that may embed a page. */
  embeddingOrigins: 10,
  descriptionLength: 500,
  updateLength: 2000,
  /** Of one incident. */
  updates: 50,
  /** Open ones of a page, posted by hand or automatically. */
  openIncidents: 20,
  /** Of all incidents in a snapshot, which may have 1 MiB with components, bars and maintenance. */
  incidentBytes: 300 * 1024,
  /** Of the newest update of an incident that is cut. */
  cutLength: 500,
  reportLength: 1000,
  logoBytes: 64 * 1024,
  /** Days that bars show. */
  days: 90,
  /** How long a resolved incident stays on the page, and how many of them. */
  recentMs: 14 * DAY_MS,
  recent: 50,
  /** Incidents of a month that its list shows, the newest. */
  listed: 100,
  /** A snapshot changes at most once in this time. */
  updateEveryMs: 10 * SECOND_MS,
  /** How long the CDN and an instance keep an answer. */
  cdnSec: 30,
  /** An outage that continues for this long is posted automatically. */
  postAfterMs: 5 * MINUTE_MS,
  /** How long others cannot take the slug of a deleted page. */
  slugKeptMs: 90 * DAY_MS,
  /** The same if the page was blocked: so long, its owner cannot get rid of the block. */
  blockedSlugKeptMs: 3650 * DAY_MS,
  reportKeptMs: 90 * DAY_MS,
  reportsPerDay: 20,
  subscribers: 2000,
  subscribersPerDocument: 500,
  mailsPerBatch: 100,
  /** Mails about maintenance that a page's subscribers get in a day. */
  maintenanceMailsPerDay: 10,
  /** Mails that ask an address to confirm: of a page, of all pages of an account, and of all accounts, in an hour. */
  confirmationsPerHour: 100,
  confirmationsOfAccount: 100,
  confirmationsOfAll: 1000,
  /** The same of an account in a day; of a page to an address, and of all to a mailbox, in a day. */
  confirmationsOfAccountPerDay: 400,
  confirmationsPerAddress: 1,
  confirmationsPerMailbox: 5,
  /** Pages of younger accounts take no subscribers: an account made for it would mail strangers. */
  subscribersAfterMs: DAY_MS,
  /** How long a visitor who gave the password may see the page. */
  passwordValidMs: 12 * HOUR_MS,
} as const;
