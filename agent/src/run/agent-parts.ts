import type { CheckInInput, CheckInOutput } from '@farwatch/core/contracts/calls/check-in';
import type { Device } from '@farwatch/core/values/device';
import type { Firebase } from '../client/firebase.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log.ts';
import type { RunCheck } from '../probe/check.ts';
import type { QueueLimits } from '../schedule/queue.ts';
import type { Spool } from '../spool/spool.ts';
import type { AssignmentsFile } from '../state/assignments-file.ts';
import type { AgentKey } from '../state/keys.ts';
import type { Status } from '../state/status-file.ts';
import type { CheckReference, ReferenceSite } from '../verdict/reference-sites.ts';

/** What a running agent is made of. */
export type AgentParts = {
  agentId: string;
  key: AgentKey;
  firebase: Firebase;
  clock: Clock;
  spool: Spool;
  probe: RunCheck;
  limits: QueueLimits;
  assignments: AssignmentsFile;
  references: readonly ReferenceSite[];
  checkReference: CheckReference;
  readDevice: () => Promise<Device>;
  /** The server reported the address that it sees this agent come from. */
  onSeenAs: (address: string) => void;
  log: Log;
  signal: AbortSignal;
  onStatus: (status: Status) => void;
  /** The server has taken a report. */
  onArrived: (report: CheckInInput, answer: CheckInOutput) => void;
};
