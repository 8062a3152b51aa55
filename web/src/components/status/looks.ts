import type { SegmentState } from '@farwatch/core/status/segments';
import type { Severity } from '@farwatch/core/status/severity';
import type { EndpointStatus, MonitorStatus } from '@farwatch/core/status/status';
import type { StatusLook } from './status-shape.tsx';

export const ENDPOINT_LOOKS: Record<EndpointStatus, StatusLook> = {
  up: 'up',
  down: 'down',
  pending: 'pending',
  unknown: 'none',
};

export const MONITOR_LOOKS: Record<MonitorStatus, StatusLook> = { UP: 'up', DOWN: 'down', UNKNOWN: 'pending' };

export const SEGMENT_LOOKS: Record<SegmentState, StatusLook> = {
  UP: 'up',
  DOWN: 'down',
  PENDING: 'pending',
  'N/A': 'none',
};

export const SEVERITY_LOOKS: Record<Severity, StatusLook> = {
  critical: 'down',
  major: 'down',
  minor: 'partial',
  informational: 'partial',
};
