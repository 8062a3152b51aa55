import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { locationNames } from '@farwatch/core/values/languages';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { APP_VERSION } from '../device/identity.ts';
import { EXIT, notRegistered, print } from '../outcome.ts';
import { readAgent } from '../state/agent-file.ts';
import { agentFolder } from '../state/folder.ts';
import { lockHolder } from '../state/lock.ts';
import { readStatus, type Status } from '../state/status-file.ts';
import { labelled } from '../texts/columns.ts';
import { language, texts } from '../texts/texts.ts';

/** Five reports of a healthy agent. */
const QUIET_AFTER_MS = 10 * MINUTE_MS;

export type StatusOptions = { dir?: string | undefined; json: boolean };

/** `status`: the state known on this machine, without calling the server. Returns the exit code of `statusCode`. */
export async function status({ dir, json }: StatusOptions): Promise<number> {
  const folder = agentFolder(dir);
  const agent = await readAgent(folder.agent);
  if (!agent) throw notRegistered(folder);
  const [holder, last, spoolBytes] = await Promise.all([
    lockHolder(folder.lock),
    readStatus(folder.status),
    bytesOf(folder.spool),
  ]);
  const { agentId, name, location, origin } = agent;
  const t = texts().status;
  const lines: [string, string][] = [
    [t.agent, `${name} (${agentId}), ${locationNames(language())[location]}`],
    [t.server, origin],
    [t.folder, folder.path],
    [t.version, APP_VERSION],
    [t.running, holder === null ? t.stopped : t.runs(holder)],
    [t.lastReport, last?.lastReportAt ?? t.noReport],
    [t.spool, t.onDisk(Math.ceil(spoolBytes / 1024))],
  ];
  if (last && holder !== null) {
    lines.push([t.endpoints, t.down(last.endpoints, last.down)]);
    if (last.abstaining) lines.push([t.network, t.abstaining]);
  }
  const isRunning = holder !== null;
  const about = { agentId, name, location, server: origin, folder: folder.path, version: APP_VERSION };
  print(json, { ...about, running: isRunning, holder, spoolBytes, last }, labelled(lines));
  return statusCode(isRunning, last, Date.now());
}

/**
 * 0: it runs and reports. 3: it does not run. 4: it runs, and has not reported for ten minutes or since it was
 * registered.
 */
export function statusCode(isRunning: boolean, last: Pick<Status, 'lastReportAt'> | null, nowMs: number): number {
  if (!isRunning) return EXIT.no;
  const reportedAt = last?.lastReportAt ?? null;
  return reportedAt !== null && nowMs - Date.parse(reportedAt) < QUIET_AFTER_MS ? EXIT.ok : EXIT.unsure;
}

async function bytesOf(spool: string): Promise<number> {
  const names = await readdir(spool).catch(() => []); // never run
  const sizes = names.filter((name) => name.endsWith('.log')).map((name) => stat(join(spool, name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
