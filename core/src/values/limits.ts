import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

/** Limits that more than one part of the system uses. */
export const LIMITS = {
  /** Of a new account, and the most that an operator may allow one. */
  endpointsPerOwner: 200,
  mostEndpointsPerOwner: 2000,
  endpointsPerMonitor: 500,
  /** As many as a browser may list (`LIST_LIMITS`). */
  monitorsPerOwner: 500,
  /**
   * The size of an API request's body; `long` for lists, texts and a check's options, `account` for a monitor with its
   * endpoints. A full account with the longest texts, all characters escaped, takes 1.9 MB.
   */
  bodyBytes: { usual: 64 * 1024, long: 256 * 1024, account: 2 * 1024 * 1024 },
  /** The values in it, of which a full account with ten assertions on each endpoint has a third. */
  bodyValues: 40_000,
  /** A third more than the largest report has: to parse millions of values would take gigabytes. */
  reportValues: 80_000,
  reportBytes: 4 * 1024 * 1024,
  endpointsPerAgent: 5000,
  /**
   * Planned checks in ten minutes: of an owner with 200 endpoints at a location, others in proportion (`check-budget.ts`),
   * and of an agent. Windows hold more, see below.
   */
  checksPerOwner: 2000,
  checksPerAgent: 15_000,
  /** Of the endpoints of one owner at a location, as JSON in UTF-8, which takes more than Firestore's 1 MiB counts. */
  assignmentBytes: 900_000,
  /** Of a monitor with all votes of its endpoints, likewise; transitions, incidents and maintenance take the rest. */
  monitorBytes: 700_000,
  ownersPerAgent: 2000,
  /**
   * The size of owners and their endpoints in an agent's state. A document may have 1 MiB, which also holds the rest.
   */
  stateBytesPerAgent: 640_000,
  /** Owners that were assigned to an agent before, whose late checks are still stored. */
  previousOwnersPerAgent: 2000,
  /**
   * What parsing the JSONPaths and compiling the expressions of one request may take, in units of some 5 ns. A full
   * account, with 2,000 different expressions of usual length, takes less.
   */
  assertionUnits: 50_000_000,
  urlLength: 2048,
  nameLength: 200,
  /** How far ahead a pause may end. */
  pauseMs: 366 * DAY_MS,
  descriptionLength: 1000,
  /** Of an excerpt of a body, UTF-16 units. */
  excerptLength: 120,
  checksPerReport: 2500,
  /**
   * For each owner with up to 200 endpoints, others in proportion, in one lane of an agent's window, which is shared and
   * holds at least 17,000 checks.
   */
  checksPerWindow: 2500,
  /** A check every 30 s, and repetitions of failures. */
  pointsPerHour: 150,
  endpointsPerTransaction: 100,
  updatesPerIncident: 100,
  actionsPerIncident: 50,
  /** A note on an incident, and the name of who did something about it. */
  noteLength: 500,
  personLength: 80,
  outagesPerIncident: 20,
  transitionsPerMonitor: 500,
  transitionsPerEndpoint: 200,
  channelsPerOwner: 20,
  /** Of all channels of an owner, as JSON. */
  channelBytesPerOwner: 40 * 1024,
} as const;

/** How many documents a client may list in one query: the rules refuse a higher limit or none. */
export const LIST_LIMITS = { byPerson: 500, byAgent: 5000 } as const;

/** Check intervals a user may choose, in minutes. */
export const INTERVALS_MIN = [10, 15, 30, 45, 60] as const;
export const DEFAULT_INTERVAL_MIN = 10;

/** Shorter intervals that a monitor may have, in seconds. */
export const SHORT_INTERVALS_SEC = [30, 60, 120, 180, 300] as const;

export const AGENT = {
  /** An agent silent for longer is not active, and the sweep declares it lost. */
  activeWithinMs: 5 * MINUTE_MS,
  /** How long an agent keeps its assignments while it abstains and another is healthy. */
  takenOverAfterAbstainingMs: 5 * MINUTE_MS,
  checkInEveryMs: 2 * MINUTE_MS,
  /** A verdict is withdrawn after local failures have prevented checks of the endpoint for this long. */
  withdrawAfterMs: 5 * MINUTE_MS,
  liveLaneMs: 10 * MINUTE_MS,
  codeValidMs: DAY_MS,
  codeRepeatMs: 10 * MINUTE_MS,
  clockSkewMs: 5 * MINUTE_MS,
  commandValidMs: 2 * MINUTE_MS,
  /** How far ahead of the server's clock a check may start; beyond that the agent's clock is wrong. */
  aheadMs: 2 * MINUTE_MS,
  /** A longer gap means that the sweep itself was down. The scheduler may skip one run. */
  sweepGapMs: 150 * SECOND_MS,
  /** After this time without a sweep the health check fails. */
  sweepLateMs: 5 * MINUTE_MS,
  /** How long the sweep waits for agents that became silent together. */
  gracePeriodMs: 5 * MINUTE_MS,
  /** The maximum wait over consecutive gaps. */
  gracePeriodMaxMs: 30 * MINUTE_MS,
  /** An agent silent for this long has missed a report. */
  missedReportAfterMs: 3 * MINUTE_MS,
  /**
   * How long a problem must persist before a notice: a coverage gap, an agent without a network, a full location.
   */
  notifyAfterMs: 10 * MINUTE_MS,
  /** An owner may request another check of an endpoint after this time, or once its state has changed. */
  recheckAgainAfterMs: 30 * SECOND_MS,
} as const;

/**
 * An endpoint flaps from the fifth outage within an hour on, until it has been up or down for half an hour
 * (docs/status.md, Flapping).
 */
export const FLAPPING = { outages: 5, withinMs: HOUR_MS, stableAfterMs: 30 * MINUTE_MS } as const;

/** How long documents are kept after they are received. */
export const RETENTION = {
  /** Raw checks, also as the app lists them. Hours keep up to 150 of their checks for longer (`hourMs`). */
  windowMs: 9 * DAY_MS,
  /**
   * Older checks are refused: some windows of their hour may have expired, and a roll-up would lack them.
   */
  lateMs: 8 * DAY_MS,
  verdictChangeMs: 30 * DAY_MS,
  messageMs: 30 * DAY_MS,
  /** An endpoint that the agent has not checked for this long is no longer assigned to it. */
  verdictMemoryMs: 2 * DAY_MS,
  hourMs: 35 * DAY_MS,
  /** Status changes and resolved incidents, and the days of endpoints and monitors. */
  statusMs: 400 * DAY_MS,
  monthMs: 400 * DAY_MS,
  yearMs: 800 * DAY_MS,
  transitionMs: 25 * 60 * MINUTE_MS,
  evidenceMs: 30 * DAY_MS,
  activityMs: 400 * DAY_MS,
} as const;

/** The time over which the tasks of a job's accounts are spread; the job's next run comes later. */
export const SPREAD = {
  hourlyMs: 45 * MINUTE_MS,
  /** With the job's two minutes, and some for the work, a summary comes at most 15 minutes after its time. */
  summariesMs: 10 * MINUTE_MS,
} as const;

export const HISTORY = {
  /** A day is built once its last hour has been rolled up, and hours that are rolled up from `lateAfterMs` on are late. */
  builtAfterMs: 30 * MINUTE_MS,
  lateAfterMs: 20 * MINUTE_MS,
  /** Owners' days are due in one of so many hours from then on. */
  builtInHours: 3,
  /** How far back days are built: as long as all their hours are kept. */
  rebuiltMs: 34 * DAY_MS,
  /** The longest range that answers cover, and by hour. */
  rangeMs: 400 * DAY_MS,
  hourlyMs: 15 * DAY_MS,
  /** How far back answers use hours for days that are not built. */
  liveMs: 2 * DAY_MS,
  /** How long answers are cached. */
  cachedMs: 10 * SECOND_MS,
} as const;

/** The push of metrics to an owner's collector. */
export const METRIC_PUSH = {
  /** How often: the sweep looks for due pushes once in each of these. */
  everyMs: 5 * MINUTE_MS,
  /** How late after their check's window reports may come to be pushed. */
  lateMs: 10 * MINUTE_MS,
  /** How long checks wait for a collector that does not accept them. */
  keptMs: 6 * HOUR_MS,
  /** How many times longer than a push took the next one waits, so that slow collectors leave places to others. */
  restFactor: 30,
  /** The longest time for which a collector can ask. */
  longestWaitMs: HOUR_MS,
  checksPerRequest: 500,
  reasonLength: 300,
  urlLength: 2000,
  headers: 10,
  headerNameLength: 100,
  headerValueLength: 2000,
} as const;

export const DRAIN = {
  /** A drain that does not renew its lease within this time is considered dead. */
  leaseMs: MINUTE_MS,
  /** Owners whose parts of an agent's verdict changes are applied side by side. */
  ownersAtOnce: 8,
  retryFromMs: MINUTE_MS,
  retryToMs: 60 * MINUTE_MS,
  reasonLength: 300,
} as const;

export const ALERT = {
  sendTimeoutMs: 10 * SECOND_MS,
  leaseMs: 60 * SECOND_MS,
  giveUpAfterMs: DAY_MS,
  lateAfterMs: 60 * MINUTE_MS,
  /** How long a message waits for other locations, and the maximum from the first failing check. */
  holdMs: 8 * SECOND_MS,
  holdFromFailureMs: 10 * SECOND_MS,
  /** How long it waits at least: after timeouts a failing check is older than that when the first location reports it. */
  holdAtLeastMs: 2 * SECOND_MS,
  /** How long a message waits for another endpoint at its host, and the maximum from the first failing check of one alone. */
  siblingsMs: 2 * SECOND_MS,
  siblingsFromFailureMs: 4 * SECOND_MS,
  /** How long the first alert about a new endpoint waits for the live locations that have not voted on it yet. */
  awaitVotesMs: MINUTE_MS,
  /** How long a failure waits for what its monitor depends on to be checked, too. */
  awaitCauseMs: 10 * SECOND_MS,
  /** How often a failure is looked at again while what it depends on is down. */
  coveredAgainMs: 5 * MINUTE_MS,
  /** How long after that one's recovery a failure is still taken for its effect. */
  coveredAfterMs: MINUTE_MS + 15 * SECOND_MS,
  /** How long a channel remembers what it announced after it was over; longer than any silence period. */
  rememberedMs: 3 * HOUR_MS,
  /** Clocks differ: incidents that changed this long before the last look are looked at again. */
  seenAgainMs: 10 * SECOND_MS,
  /** For so long a channel that fails is tried each minute or more often, then less and less, up to the maximum. */
  retryEachMinuteMs: 10 * MINUTE_MS,
  retryAtMostMs: HOUR_MS,
  /** The time between tries of a message that the service refuses, and how often it is tried. */
  refusedAgainMs: { from: MINUTE_MS, to: 6 * HOUR_MS },
  refusedTries: 8,
  digestAbove: 5,
  /** The lines of a digest. Of more changes than `digestWholeAbove`, one digest counts those beyond its lines. */
  digestMost: 25,
  digestWholeAbove: 250,
  /** How many endpoints a notice names. */
  noticeNames: 10,
} as const;

export const MAINTENANCE = {
  windowsPerOwner: 100,
  longestMin: 7 * 24 * 60,
  /** Occurrences that each monitor's document has: those that end after, and start before. */
  keptMs: 25 * HOUR_MS,
  aheadMs: 8 * DAY_MS,
  /** How far back an edit marks incidents, and answers list occurrences. */
  correctedMs: 35 * DAY_MS,
  /** How far ahead answers list occurrences, and how many. */
  listedMs: 60 * DAY_MS,
  listed: 200,
  /** The planned starts that a window stores: since then, and up to this much more than answers list. */
  plannedBackMs: 50 * DAY_MS,
  plannedSpareMs: 30 * DAY_MS,
  /** The most of the owner's newest incidents, and of those that are active for longer. */
  incidentsPerEdit: 500,
  /** Of all windows of a monitor within that time. */
  occurrencesPerMonitor: 100,
} as const;

export const EVIDENCE = {
  /** Of failures with their answer that one report carries, and that an agent sends in a minute. */
  perReport: 50,
  perMinute: 50,
  /** Certificates that one report carries. */
  certificatesPerReport: 50,
  /** The size of a verdict change with its evidence and certificates. A document may have 1 MiB. */
  verdictChangeBytes: 800 * 1024,
  /** Shown of one incident, the newest first. */
  shown: 30,
  bodyBytes: 2048,
  headers: 30,
  headerLength: 200,
} as const;

export const HEARTBEAT = {
  /** How many of the last pings are kept, and bodies of them. */
  pings: 100,
  bodies: 10,
  /** How long a body should be, which is sent to clients, and how much of its end is kept. */
  advisedBytes: 100_000,
  /** A longer body is refused. */
  bodyBytes: 1024 * 1024,
  keptBytes: 10_000,
  perMinute: 5,
  /** By UTC days: enough for three pings in each minute. */
  perDay: 5000,
  /** How long the canary's ping may take. */
  canaryTimeoutMs: 5 * SECOND_MS,
  /** Between two misses of sweeps that follow each other, at least. */
  canaryMissedMs: 30 * SECOND_MS,
  /** How long pings must be lost before the operators get a notice. */
  canaryNoticeMs: 5 * MINUTE_MS,
  /** The longest time for which an outage of the ping URL excuses a missing ping, in addition to the grace time. */
  excusedMs: DAY_MS,
} as const;

export const DOMAIN = {
  /** How often a registry is queried, and from when before the expiry it is queried daily. */
  queriedEveryMs: 7 * DAY_MS,
  dailyFromMs: 60 * DAY_MS,
  dailyMs: DAY_MS,
  /** When warnings are due, before the expiry. */
  warningsMs: [30 * DAY_MS, 14 * DAY_MS, 7 * DAY_MS, DAY_MS],
  /** Between tries while a registry does not answer; each time twice as long. */
  retryFromMs: HOUR_MS,
  retryToMs: DAY_MS,
  /** After so many failures in a row a domain of which nothing is known is unknown, and no longer pending. */
  failuresUntilUnknown: 3,
  /** Of an answer; more is not read. */
  answerBytes: 256 * 1024,
  redirects: 3,
  nameServers: 13,
  statuses: 20,
} as const;

export const TRIAL = {
  perMinute: 10,
  perDay: 100,
  /** After this time an agent no longer performs it, and what is missing will not come. */
  validMs: 2 * MINUTE_MS,
  keptMs: DAY_MS,
  /** How many an agent performs at a time. */
  atOnce: 5,
  /** How many wait at an agent, of all accounts. It performs them within their time if each takes 20 s. */
  waitingPerAgent: 30,
  /** How many of one account wait at an agent, so that a few accounts do not take all places. */
  waitingPerAccount: 10,
  /** After this time an agent with too many has room again. */
  retryAfterSec: 20,
  /** Of a location's active agents, how many are considered. */
  candidates: 20,
} as const;

export const MAIL = {
  /** Links that confirm an address, of one account within a day. */
  confirmationsPerDay: 5,
  confirmationValidMs: DAY_MS,
  /** An old mail can still stop those of today. */
  unsubscribeValidMs: 365 * DAY_MS,
} as const;

export const SUMMARY = {
  /** When summaries are due, in local time. */
  hour: 9,
  /** One that is later is skipped. */
  atMostLateMs: 3 * DAY_MS,
  /** Of a period before the account had data for this long there is none. */
  dataMs: DAY_MS,
  /** How many monitors one lists: Gmail cuts mails of more than 102 KB. */
  monitors: { weekly: 40, monthly: 15 },
  /** How many outages, slower and slow monitors, coverage gaps and certificates one lists. */
  listed: 5,
  nameLength: 80,
  /** A 95th percentile that rose by less than both is not slower. */
  slowerByShare: 0.2,
  slowerByMs: 50,
  /** A shorter coverage gap, or a shorter time of slowness, is not listed. */
  gapMs: 10 * MINUTE_MS,
  slowMs: 10 * MINUTE_MS,
} as const;

export const PAYMENT = {
  /** For one call of the provider. The browser gives up after ten seconds. */
  providerTimeoutMs: 8 * SECOND_MS,
  notificationBytes: 64 * 1024,
  /** Stored payments of one order. Choosing another coin starts a new one. */
  perOrder: 50,
  /** The part of a price that may be missing if it was paid in several payments: rates change, and wallets round. */
  shortfall: 0.01,
  /** How long an order made signed out can be claimed. */
  claimValidMs: 30 * DAY_MS,
  /** How long an unpaid order is kept after its last change. */
  unpaidKeptMs: 90 * DAY_MS,
  /** How many of the newest orders an account's history shows. */
  listed: 100,
} as const;

export const ACCOUNT = {
  /** How long a closed account can be kept before it is deleted. */
  closesAfterMs: 7 * DAY_MS,
  /** To close an account, its user must have signed in within this time. */
  recentSignInMs: 5 * MINUTE_MS,
  /** The size of a part of an account's copy, in characters, and its documents. A part ends with the page that exceeds it. */
  copyPartLength: 1024 * 1024,
  copyPartDocuments: 1000,
} as const;

/** How the limit of slow responses is derived if it is `auto` (docs/status.md, Slow). */
export const SLOW = {
  /** The days that it is derived from, and how many of them need checks. */
  autoFromDays: 7,
  autoDays: 3,
  autoFactor: 3,
  autoLeast: 100,
  autoMost: 30 * SECOND_MS,
  /** A limit that differs by less from the one in use does not replace it. */
  autoDifference: 0.1,
  /** A day that was slow for a larger share of the time up is left out, unless all of them were. */
  autoSlowShare: 0.1,
} as const;

export const CERTIFICATE_WARNING_MS = 14 * DAY_MS;
