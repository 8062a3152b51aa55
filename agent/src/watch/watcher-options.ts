import type { OwnFault } from '@farwatch/core/agents/own-fault';
import type { Clock } from '../clock/clock.ts';
import type { Probe } from '../probe/probe.ts';
import type { Planned } from '../schedule/plan.ts';
import type { QueueLimits } from '../schedule/queue.ts';
import type { SpooledCheck } from '../spool/line.ts';
import type { Sight } from '../verdict/sight.ts';
import type { Checked } from './checked.ts';

export type WatcherOptions = {
  agentId: string;
  clock: Clock;
  probe: Probe;
  sight: Sight;
  limits: QueueLimits;
  signal: AbortSignal;
  /** Makes a check durable. */
  keep: (check: SpooledCheck) => Promise<void>;
  /** A check is durable, and judged. */
  onChecked: (checked: Checked) => void;
  /**
   * A check failed by the agent's own fault. `isNews`: the endpoint can no longer be judged, which is to be reported at
   * once.
   */
  onHindered: (planned: Planned, fault: OwnFault, isNews: boolean) => void;
};
