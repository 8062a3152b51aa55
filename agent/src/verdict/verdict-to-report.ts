import type { Verdict, Withdrawal } from '@farwatch/core/documents/verdict-change';

/** A verdict to report, or its withdrawal, with its owner's endpoint and the present generation and revision. */
export type VerdictToReport = {
  key: string;
  ownerId: string;
  generation: number;
  rev: number;
  endpoint: string;
  verdict: Verdict | Withdrawal;
};
