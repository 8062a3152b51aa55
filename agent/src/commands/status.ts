import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { locationName } from '@farwatch/core/locations';
import { readAgent } from '../state/agent-file.ts';
import { agentFolder } from '../state/folder.ts';
import { lockHolder } from '../state/lock.ts';
import { readStatus } from '../state/status-file.ts';
import { notRegistered } from './not-registered.ts';

/** `status`: what is known on this machine, without asking the server. */
export async function status(options: { dir?: string | undefined }): Promise<void> {
  const folder = agentFolder(options.dir);
  const agent = await readAgent(folder.agent);
  if (!agent) throw notRegistered(folder);
  const [holder, last, bytes] = await Promise.all([
    lockHolder(folder.lock),
    readStatus(folder.status),
    spoolBytes(folder.spool),
  ]);
  const lines: [string, string][] = [
    ['Agent', `${agent.name} (${agent.agentId}), ${locationName(agent.location)}`],
    ['Server', agent.origin],
    ['Folder', folder.path],
    ['Running', holder === null ? 'no' : `yes, ${holder}`],
    ['Last report', last?.lastReportAt ?? 'none yet'],
    ['Spool', `${Math.ceil(bytes / 1024)} KiB on disk`],
  ];
  if (last && holder !== null) {
    lines.push(['Endpoints', `${last.endpoints}, ${last.down} of them down`]);
    if (last.abstaining) lines.push(['Network', 'nothing answers: not judging any endpoint']);
  }
  for (const [what, text] of lines) console.log(`${what.padEnd(12)} ${text}`);
}

async function spoolBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []); // never run
  const sizes = names.filter((name) => name.endsWith('.log')).map((name) => stat(join(folder, name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
