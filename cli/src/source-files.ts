import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { IMPORT_LIMITS, type SourceFile } from '@farwatch/core/importers/importer';
import { Problem } from './problem.ts';

const SQLITE = 'SQLite format 3';

/** Reads the files of an import; `kuma.db` becomes the JSON of its tables. Throws Problem. */
export async function readSources(paths: readonly string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const file = await readSource(path, IMPORT_LIMITS.length - bytes);
    bytes += file.text.length;
    files.push(file);
  }
  return files;
}

async function readSource(path: string, mostBytes: number): Promise<SourceFile> {
  try {
    if ((await stat(path)).size > mostBytes)
      throw new Problem('The files are larger than 50 MB. Import them in parts.');
    const content = await readFile(path);
    const isDatabase = content.subarray(0, SQLITE.length).toString('latin1') === SQLITE;
    const name = basename(path);
    return isDatabase
      ? { name: `${name}.json`, text: JSON.stringify(await readKumaDatabase(path)) }
      : { name, text: content.toString('utf8') };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

type Row = Record<string, unknown>;

/** The tables of Uptime Kuma's database that an import is about; which of them exist depends on its version. */
const TABLES = ['monitor', 'tag', 'monitor_tag', 'notification', 'monitor_notification'] as const;

/** Returns the tables of Kuma as its importer takes them: which monitors a channel alerts of is a field of these. */
async function readKumaDatabase(path: string): Promise<Record<string, Row[]>> {
  const { DatabaseSync } = await loadSqlite(path);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const existing = new Set(
      database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
        .all()
        .map(({ name }) => name),
    );
    const rowsOf = (table: (typeof TABLES)[number]): Row[] =>
      existing.has(table) ? database.prepare(`SELECT * FROM ${table}`).all() : [];
    const alerts = rowsOf('monitor_notification');
    const monitor = rowsOf('monitor').map((row) => {
      const channels = alerts.filter(({ monitor_id }) => monitor_id === row.id);
      return {
        ...row,
        notificationIDList: Object.fromEntries(channels.map(({ notification_id }) => [String(notification_id), true])),
      };
    });
    return { monitor, tag: rowsOf('tag'), monitor_tag: rowsOf('monitor_tag'), notification: rowsOf('notification') };
  } finally {
    database.close();
  }
}

async function loadSqlite(path: string): Promise<typeof import('node:sqlite')> {
  const { emitWarning } = process;
  try {
    // Node warns that the module is experimental, which is nothing that a user can act on.
    process.emitWarning = () => undefined;
    return await import('node:sqlite');
  } catch {
    throw new Problem(
      `Node ${process.versions.node} cannot read databases. Use Node 22.13 or later, or write its tables to a file:
  sqlite3 -json ${path} 'SELECT * FROM monitor' > monitors.json`,
    );
  } finally {
    process.emitWarning = emitWarning;
  }
}
