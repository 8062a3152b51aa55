import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { Spool } from '../spool.ts';
import { sampleCheck, sampleReport, withPhases } from './sample.ts';

/**
 * A process that fills and empties a spool as fast as it can, to be killed at any time. Emits `kept` for each check
 * that is durable, hands each report out as `send`, and waits for `ack`, or sends again. argv: folder, first id,
 * whether it adds.
 */
const [, , folder = '', firstId = '0', adds = 'yes'] = process.argv;
const BASE_MS = 1_800_000_000_000;
/** How many checks a life adds at most: a report, which is synced, takes longer than they do. */
const MOST = 45;

const spool = await Spool.open(folder);
let acknowledged: ((seq: number) => void) | null = null;
process.on('message', (seq: number) => acknowledged?.(seq));

function emit(message: { kept: string } | { send: CheckInInput } | { empty: true }): void {
  process.send?.(message);
}

function send(report: CheckInInput): Promise<boolean> {
  return new Promise((resolve) => {
    acknowledged = (seq) => resolve(seq === report.seq);
    emit({ send: report });
    setTimeout(resolve, 30, false);
  });
}

async function add(): Promise<void> {
  for (let id = Number(firstId); id < Number(firstId) + MOST; id += 3) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const some = [id, id + 1, id + 2].map(async (one) => {
      await spool.append(withPhases(sampleCheck(`e${one}`, BASE_MS + (one % 40) * 60_000)));
      emit({ kept: `e${one}` });
    });
    await Promise.all(some);
  }
}

async function report(): Promise<boolean> {
  if (!spool.outgoing) {
    const [windowAt] = spool.windows();
    if (windowAt === undefined) return false;
    const taken = await spool.take(windowAt, 7, ({ check }) => check.endpoint !== 'e13' || adds === 'no');
    if (taken.checks.length > 0) await spool.dispatch(sampleReport(spool.status, windowAt, taken.checks), taken);
  }
  if (spool.outgoing && (await send(spool.outgoing))) await spool.acknowledge(BASE_MS + 3_600_000);
  return true;
}

if (adds === 'yes') void add();
for (;;) {
  if (await report()) continue;
  if (adds === 'no') break;
  await new Promise((resolve) => setTimeout(resolve, 2));
}
emit({ empty: true });
