import type { CheckInInput } from '@farwatch/core/calls/check-in';
import type { SpooledCheck } from '../line.ts';
import type { Turn } from '../spool.ts';

const DEVICE: CheckInInput['device'] = {
  deviceName: 'desk',
  deviceId: 'd1',
  osName: 'Linux',
  osVersion: '6',
  appVersion: '0.1.0',
  batteryPercent: null,
  batteryCharging: null,
  memoryUsage: 40,
};

/** A check of an endpoint of owner o1 under generation 1. */
export function sampleCheck(endpoint: string, at: number): SpooledCheck {
  return { ownerId: 'o1', generation: 1, check: { endpoint, at, ms: 12, statusCode: 200, error: null } };
}

/** A backfill report of these checks. */
export function sampleReport(turn: Turn, windowAt: number, checks: readonly SpooledCheck[]): CheckInInput {
  return {
    spool: turn.spool,
    seq: turn.seq,
    lane: 'backfill',
    windowAt,
    owners: { o1: { generation: 1, checks: checks.map(({ check }) => check), verdicts: {} } },
    device: DEVICE,
    condition: {
      abstaining: false,
      droppedChecks: turn.droppedChecks,
      spoolOldestAt: null,
      clockOffsetMs: 0,
      refusedReports: turn.refusedReports,
      inMemory: turn.inMemory,
    },
    syncedAt: null,
  };
}

/** The endpoints of a report's checks, in order. */
export function endpointsOf(report: CheckInInput): string[] {
  return Object.values(report.owners).flatMap(({ checks }) => checks.map(({ endpoint }) => endpoint));
}
