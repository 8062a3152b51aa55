import type { AvailabilityRating } from '@farwatch/core/decisions/status/availability';
import type { DisplayStatus, MonitorDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import type { SegmentState } from '@farwatch/core/decisions/status/segments';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Level } from '@farwatch/core/values/levels';
import type { Severity } from '@farwatch/core/values/severity';
import type { StatusLook } from './status.tsx';

export const ENDPOINT_LOOKS: Record<DisplayStatus, StatusLook> = {
  up: 'up',
  slow: 'slow',
  partial: 'partial',
  down: 'down',
  pending: 'pending',
  unknown: 'none',
  paused: 'paused',
};

export const MONITOR_LOOKS: Record<MonitorDisplayStatus, StatusLook> = {
  UP: 'up',
  SLOW: 'slow',
  PARTIAL: 'partial',
  DOWN: 'down',
  UNKNOWN: 'pending',
  PAUSED: 'paused',
};

export const SEGMENT_LOOKS: Record<SegmentState, StatusLook> = {
  UP: 'up',
  PARTIAL: 'partial',
  DOWN: 'down',
  MAINTENANCE: 'maintenance',
  PENDING: 'pending',
  PAUSED: 'paused',
  'N/A': 'none',
};

export const SEVERITY_LOOKS: Record<Severity, StatusLook> = {
  critical: 'down',
  major: 'down',
  minor: 'partial',
  informational: 'partial',
};

/** The look of an incident, or of an update with a severity of its own. */
export function incidentLook({ type, status, severity }: Pick<Incident, 'type' | 'status' | 'severity'>): StatusLook {
  if (status === 'resolved') return 'up';
  return type === 'slow' ? 'slow' : SEVERITY_LOOKS[severity];
}

export const RATING_LOOKS: Record<AvailabilityRating, StatusLook> = {
  Healthy: 'up',
  Warning: 'partial',
  Critical: 'down',
  Unknown: 'none',
};

/** Levels in green, amber and red, each with a shape of its own. */
export const LEVEL_LOOKS: Record<Level, StatusLook> = { good: 'up', fair: 'partial', poor: 'down' };
