import type { Verdict } from '@farwatch/core/documents/flip';
import type { ProbeResult } from '../probe/result.ts';
import type { Planned } from '../schedule/plan.ts';

/**
 * `before`: the verdict until now. `changed`: it is another now. `isNews`: to be reported at once, also the first under
 * a generation. `isAnswer`: a command asked for it.
 */
export type Checked = {
  planned: Planned;
  result: ProbeResult;
  before: Verdict | null;
  verdict: Verdict | null;
  changed: boolean;
  isNews: boolean;
  isAnswer: boolean;
};
