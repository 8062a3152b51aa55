import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import type { SpooledCheck } from '../line.ts';
import type { SpoolStatus } from '../state.ts';

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

/** The check with phases of its own, by the number in its endpoint's name. */
export function withPhases(spooled: SpooledCheck): SpooledCheck {
  const number = Number(spooled.check.endpoint.slice(1));
  return { ...spooled, check: { ...spooled.check, phases: [number % 1_000, number % 7, null, 9, 0] } };
}

/** A backfill report of these checks. */
export function sampleReport(status: SpoolStatus, windowAt: number, checks: readonly SpooledCheck[]): CheckInInput {
  return {
    spool: status.spool,
    seq: status.seq,
    lane: 'backfill',
    windowAt,
    owners: { o1: { generation: 1, checks: checks.map(({ check }) => check), verdicts: {} } },
    device: DEVICE,
    condition: {
      abstaining: false,
      droppedChecks: status.droppedChecks,
      spoolOldestAt: null,
      clockOffsetMs: 0,
      refusedReports: status.refusedReports,
      inMemory: status.inMemory,
    },
    syncedAt: null,
  };
}

/** The endpoints of a report's checks, in order. */
export function endpointsOf(report: CheckInInput): string[] {
  return Object.values(report.owners).flatMap(({ checks }) => checks.map(({ endpoint }) => endpoint));
}
