import type { NextSummary } from '@farwatch/core/decisions/summary/plan-summaries';
import { summarize } from '@farwatch/core/decisions/summary/summarize';
import { periodBefore, rangeOf } from '@farwatch/core/decisions/summary/summary-period';
import type { Incident } from '@farwatch/core/documents/incident';
import { SUMMARY } from '@farwatch/core/values/limits';
import type { Summary } from '@farwatch/core/values/summary/summary';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { incidents, monitors } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { readMonitorHistories } from '../history/read-monitor-histories.ts';

/** If more incidents changed in a period, the summary lists outages of the first ones. */
const MAX_INCIDENTS = 1000;

/**
 * The summary of a period that is over; null without monitors, if the oldest is younger than a day at its end, or if
 * nothing was monitored. Reads the monitors with at most two documents for each, and the incidents of the period.
 */
export async function readSummary(
  run: Run,
  ownerId: string,
  { kind, firstDay }: Pick<NextSummary, 'kind' | 'firstDay'>,
  timeZone: string,
): Promise<Summary | null> {
  const period = rangeOf(kind, firstDay, timeZone);
  const before = rangeOf(kind, periodBefore(kind, firstDay), timeZone);
  const { docs } = await monitors.collection(run.db).where('ownerId', '==', ownerId).get();
  const found = docs.flatMap((doc) => {
    const monitor = monitors.readIfValid(doc);
    return monitor && monitor.createdAt < period.toMs ? [{ ...monitor, id: doc.id }] : [];
  });
  const oldestAt = Math.min(...found.map(({ createdAt }) => createdAt));
  if (period.toMs - oldestAt < SUMMARY.dataMs || found.length === 0) return null;
  const range = { fromMs: before.fromMs, toMs: period.toMs };
  const [histories, ofPeriod] = await Promise.all([
    readMonitorHistories(run, ownerId, found, range),
    readIncidents(run, ownerId, period.fromMs),
  ]);
  const summarized = found.map(({ id, name }) => ({ id, name, history: histories.get(id) }));
  return summarize({ kind, firstDay, timeZone, monitors: summarized, incidents: ofPeriod });
}

/** Reads the incidents that changed since then, and the active ones. */
async function readIncidents(
  run: Run,
  ownerId: string,
  sinceMs: number,
): Promise<{ id: string; incident: Incident }[]> {
  const own = incidents.collection(run.db).where('ownerId', '==', ownerId);
  const changed = own.where('changedAt', '>=', Timestamp.fromMillis(sinceMs)).orderBy('changedAt');
  const active = own.where('status', '==', 'active').orderBy('triggeredAt', 'desc');
  const found = await Promise.all([changed, active].map((query) => readValid(query.limit(MAX_INCIDENTS))));
  return [...new Map(found.flat().map((each) => [each.id, each])).values()];
}

async function readValid(query: Query): Promise<{ id: string; incident: Incident }[]> {
  const { docs } = await query.get();
  return docs.flatMap((doc) => {
    const incident = incidents.readIfValid(doc);
    return incident ? [{ id: doc.id, incident }] : [];
  });
}
