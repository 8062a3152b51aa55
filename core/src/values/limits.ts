import { DAY_MS, MINUTE_MS, SECOND_MS } from './time.ts';

/** The numbers that more than one place must agree on. */
export const LIMITS = {
  endpointsPerOwner: 200,
  /** Of an API request's body: every endpoint with its longest texts, even with each character escaped, takes 1.9 MB. */
  bodyBytes: 2 * 1024 * 1024,
  endpointsPerAgent: 5000,
  ownersPerAgent: 2000,
  /** Of what an agent's state holds for owners and their endpoints; a document may have 1 MiB, and the rest needs its place too. */
  stateBytesPerAgent: 640_000,
  /** Owners that an agent once served and whose late checks are still kept. */
  previousOwnersPerAgent: 2000,
  urlLength: 2048,
  nameLength: 200,
  descriptionLength: 1000,
  checksPerReport: 2500,
  /** Of one owner in one window of an agent, in each lane: the window is shared, and holds at least 17,000. */
  checksPerWindow: 2500,
  pointsPerHour: 120,
  endpointsPerTransaction: 100,
  updatesPerIncident: 100,
  transitionsPerMonitor: 500,
  transitionsPerEndpoint: 200,
} as const;

/** How many documents a client may list at once: the rules refuse a query that asks for more, or names no limit. */
export const LIST_LIMITS = { byPerson: 500, byAgent: 5000 } as const;

/** Check intervals a user may choose, in minutes. */
export const INTERVALS_MIN = [10, 15, 30, 45, 60] as const;
export const DEFAULT_INTERVAL_MIN = 10;

export const AGENT = {
  activeWithinMs: 5 * MINUTE_MS,
  /** How long an agent keeps its assignments while it abstains beside a healthy one. */
  abstainsWithinMs: 5 * MINUTE_MS,
  checkInEveryMs: 2 * MINUTE_MS,
  recheckAfterMs: 2 * SECOND_MS,
  /** A verdict is withdrawn once the agent could not check the endpoint for this long because of local failures. */
  withdrawAfterMs: 5 * MINUTE_MS,
  liveLaneMs: 10 * MINUTE_MS,
  codeValidMs: DAY_MS,
  codeRepeatMs: 10 * MINUTE_MS,
  clockSkewMs: 5 * MINUTE_MS,
  commandValidMs: 2 * MINUTE_MS,
  /** How far ahead of the server's clock a check may begin; beyond that the agent's clock was wrong. */
  aheadMs: 2 * MINUTE_MS,
  /** Without a sweep for this long the sweep itself was away; the scheduler may skip one run. */
  sweepGapMs: 150 * SECOND_MS,
  /** How long the sweep waits for agents that fell silent together. */
  gracePeriodMs: 5 * MINUTE_MS,
  /** The longest wait over several gaps in a row. */
  gracePeriodMaxMs: 30 * MINUTE_MS,
  /** An agent silent for this long has missed a report. */
  quietAfterMs: 3 * MINUTE_MS,
  /**
   * How long a problem lasts before somebody is told: an endpoint out of sight, an agent without a network, a full
   * location.
   */
  notifyAfterMs: 10 * MINUTE_MS,
  /** An owner may ask for a check of an endpoint again after so long, or once something about it has changed. */
  recheckAgainAfterMs: 30 * SECOND_MS,
} as const;

/** How long documents live, from arrival. */
export const RETENTION = {
  windowMs: 9 * DAY_MS,
  /**
   * Checks older than this are refused: some of their hour's windows may be gone, and the hour would be rolled up
   * without them.
   */
  lateMs: 8 * DAY_MS,
  verdictChangeMs: 30 * DAY_MS,
  alertMs: 30 * DAY_MS,
  /** An alert that was sent is looked up when its recovery is to be told, however long that takes. */
  sentAlertMs: 400 * DAY_MS,
  /** An endpoint that its agent has not checked for this long is no longer assigned to it. */
  verdictMemoryMs: 2 * DAY_MS,
  hourMs: 400 * DAY_MS,
  transitionMs: 25 * 60 * MINUTE_MS,
} as const;

export const DRAIN = {
  /** A drain that does not renew its lease for this long is considered dead. */
  leaseMs: MINUTE_MS,
  /** Owners whose part of a verdict change is applied at the same time. */
  ownersAtOnce: 5,
  retryFromMs: MINUTE_MS,
  retryToMs: 60 * MINUTE_MS,
  reasonLength: 300,
} as const;

export const ALERT = {
  sendTimeoutMs: 10 * SECOND_MS,
  leaseMs: 60 * SECOND_MS,
  giveUpAfterMs: DAY_MS,
  lateAfterMs: 60 * MINUTE_MS,
  /** How long a message waits for other locations, and at most after the first failing check. */
  holdMs: 8 * SECOND_MS,
  holdFromFailureMs: 10 * SECOND_MS,
  /** How long some locations must go on failing after an outage, whose recovery did not name them, until that is told. */
  outlastsMs: MINUTE_MS,
  /** Between two tries to send. The sweep comes each minute, so that nobody waits longer than two. */
  retryAtMostMs: MINUTE_MS,
  digestAbove: 5,
  digestMost: 25,
  /** Endpoints that a notice of many names. */
  noticeNames: 10,
} as const;

export const PAYMENT = {
  /** For one call of the provider: the browser itself gives up after ten seconds. */
  providerTimeoutMs: 8 * SECOND_MS,
  notificationBytes: 64 * 1024,
  /** Payments that the provider reports for one order: choosing another coin starts a new one. */
  perOrder: 50,
  /** The part of a price that may be missing where it came in several payments: rates move, and wallets round. */
  shortfall: 0.01,
  /** How long an order made signed out waits for the account that it belongs to. */
  claimValidMs: 30 * DAY_MS,
  /** How long an order is kept that nobody has paid for, from its last news. */
  unpaidKeptMs: 90 * DAY_MS,
  /** How many of an account's newest orders its history shows. */
  listed: 100,
} as const;

export const CERTIFICATE_WARNING_MS = 14 * DAY_MS;
