import { windowWithout } from '@farwatch/core/decisions/maintenance/edit-window';
import type { WindowWithId } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { maintenance } from '../../platform/db/collections.ts';
import type { Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

/** Takes a deleted monitor from the windows that name it. A window that was for no other is deleted. */
export function forgetMonitor(run: Run, writer: Writer, windows: readonly WindowWithId[], monitorId: string): void {
  for (const window of windows.filter(({ monitors }) => monitors?.includes(monitorId))) {
    const ref = maintenance.ref(run.db, window.id);
    const left = windowWithout(window, monitorId);
    if (left) writer.update(ref, maintenance.toUpdate({ monitors: left.monitors, updatedAt: run.nowMs }));
    else writer.delete(ref);
  }
}
