import { execFileSync } from 'node:child_process';
import { type Proc, treeOf } from '../../src/platform/processes.ts';

/** The processes in which firebase-tools runs the functions now. */
export function functionWorkers(suitePid: number): Proc[] {
  return treeOf(suitePid).filter(({ pid }) => commandOf(pid).includes('functionsEmulatorRuntime'));
}

/** What a process was started with; empty if it has ended. */
function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
