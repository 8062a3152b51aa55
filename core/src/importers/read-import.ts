import { parseDocument } from 'yaml';
import { asRecord } from './fields.ts';
import {
  type FileProblem,
  IMPORT_LIMITS,
  type ImportContext,
  type Imported,
  type Importer,
  type SourceDocument,
  type SourceFile,
} from './importer.ts';
import { FORMAT_NAMES, type FormatName, IMPORTERS } from './table.ts';

/** What files become in a format; or why they cannot be read. `format`: null if it was not recognized. */
export type ReadImport =
  | { format: FormatName; imported: Imported }
  | { format: FormatName | null; problem: FileProblem };

/**
 * Reads files of one source together. `chosen`: the format that its user chose, null for the one that is recognized.
 */
export function readImport(
  files: readonly SourceFile[],
  context: ImportContext,
  chosen: FormatName | null = null,
): ReadImport {
  const refusal = refuse(files);
  if (refusal) return { format: chosen, problem: refusal };
  const documents: SourceDocument[] = [];
  for (const file of files) {
    const parsed = parseFile(file);
    if ('problem' in parsed) return { format: chosen, problem: parsed.problem };
    documents.push(parsed.document);
  }
  const format = chosen ?? recognize(documents);
  const [first] = files;
  if (format === null)
    return {
      format,
      problem: { code: isTestList(documents) ? 'test_ids' : 'unknown', from: first?.name ?? '', to: '' },
    };
  const importer: Importer = IMPORTERS[format];
  const imported = importer.read(documents, context);
  const count = imported.monitors.length + imported.skipped.length;
  if (count === 0) return { format, problem: { code: 'wrong_format', from: first?.name ?? '', to: '' } };
  if (count > IMPORT_LIMITS.items)
    return { format, problem: { code: 'too_many', from: '', to: String(IMPORT_LIMITS.items) } };
  return { format, imported: withDistinctHeartbeats(withDistinctKeys(imported)) };
}

/** Returns the format of documents; null for none. */
function recognize(documents: readonly SourceDocument[]): FormatName | null {
  return FORMAT_NAMES.find((name) => IMPORTERS[name].recognizes(documents)) ?? null;
}

/** `config.openstatus.yaml` names what to run, and has no monitors. */
function isTestList(documents: readonly SourceDocument[]): boolean {
  return documents.some(({ value }) => Array.isArray(asRecord(asRecord(value)?.tests)?.ids));
}

/** Whether nothing is to be parsed: the first bytes identify binary files. */
function refuse(files: readonly SourceFile[]): FileProblem | null {
  const length = files.reduce((sum, { text }) => sum + text.length, 0);
  if (length > IMPORT_LIMITS.length || files.length > IMPORT_LIMITS.files)
    return { code: 'too_large', from: '', to: '50 MB' };
  if (files.every(({ text }) => text.trim() === '')) return { code: 'empty', from: '', to: '' };
  for (const { name, text } of files) {
    const code = findBinary(name, text);
    if (code !== null) return { code, from: name, to: '' };
  }
  return null;
}

function findBinary(name: string, text: string): FileProblem['code'] | null {
  if (
    text.startsWith('PK\u0003\u0004') ||
    text.startsWith('\u001f') ||
    text.startsWith('7z') ||
    /\.(zip|gz|tgz|7z|rar|xz|bz2|tar)$/i.test(name)
  )
    return 'compressed';
  if (text.startsWith('SQLite format 3') || /\.(db|sqlite3?)$/i.test(name)) return 'database';
  return text.slice(0, 10_000).includes('\u0000') ? 'binary' : null;
}

type Parsed = { document: SourceDocument } | { problem: FileProblem };

function parseFile(file: SourceFile): Parsed {
  const text = file.text.replace(/^\uFEFF/, '');
  const isJson = /^\s*[[{]/.test(text);
  if (isJson && !isJsonLines(text)) return parseJson({ ...file, text });
  if (/\.ya?ml$/i.test(file.name) || (!isJson && /^[\w"'. -]+:(?:\s|$)|^- +\w+:(?:\s|$)|^---\s*$/m.test(text)))
    return parseYaml({ ...file, text });
  return { document: { ...file, text, value: undefined } };
}

/** Whether each line is a value of its own, as in the copy of an account. */
function isJsonLines(text: string): boolean {
  const [first = '', second = ''] = text.trimStart().split('\n', 2);
  return (
    /^\{.*\}\s*$/.test(first) && (second === '' ? /^\s*\{"[a-zA-Z]+\/[^"]+":/.test(first) : second.startsWith('{'))
  );
}

function parseJson({ name, text }: SourceFile): Parsed {
  try {
    return { document: { name, text, value: JSON.parse(text) as unknown } };
  } catch {
    // YAML is a superset of JSON whose parser knows where an error is.
    const [error] = parseDocument(text, { logLevel: 'silent' }).errors;
    const isCut = !/[\]}]\s*$/.test(text) || error === undefined;
    return { problem: { code: isCut ? 'cut' : 'json_invalid', from: name, to: String(error?.linePos?.[0].line ?? 1) } };
  }
}

/** With merge keys, as YAML 1.1 had them and many files use them; everything else by YAML 1.2. */
function parseYaml({ name, text }: SourceFile): Parsed {
  const document = parseDocument(text, { merge: true, logLevel: 'silent' });
  const [error] = document.errors;
  if (error && isProse(text)) return { document: { name, text, value: undefined } };
  if (error) return { problem: { code: 'yaml_invalid', from: name, to: String(error.linePos?.[0].line ?? 1) } };
  try {
    return { document: { name, text, value: document.toJS({ maxAliasCount: 10_000 }) as unknown } };
  } catch {
    return { problem: { code: 'yaml_aliases', from: name, to: '' } };
  }
}

/** Whether a text only looks like YAML because of its ports: a list of hosts or of URLs. */
function isProse(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || /^\s*(?:[a-z]+:\/\/|[\w-]+\.[\w.-]+)/i.test(line));
}

/** Items of several files may have the same id. */
function withDistinctKeys(imported: Imported): Imported {
  const seen = new Map<string, number>();
  const monitors = imported.monitors.map((monitor) => {
    const count = (seen.get(monitor.key) ?? 0) + 1;
    seen.set(monitor.key, count);
    return count === 1 ? monitor : { ...monitor, key: `${monitor.key} (${count})` };
  });
  return { ...imported, monitors };
}

const HEARTBEAT = 'heartbeat://';

/** Different names may become one name of a heartbeat, which an account has only once. */
function withDistinctHeartbeats(imported: Imported): Imported {
  const taken = new Set<string>();
  const distinct = (url: string) => {
    if (!url.startsWith(HEARTBEAT)) return url;
    let free = url;
    for (let count = 2; taken.has(free); count += 1) free = `${url}-${count}`;
    taken.add(free);
    return free;
  };
  const monitors = imported.monitors.map((monitor) => {
    const endpoints = monitor.input.endpoints.map((endpoint) => ({ ...endpoint, url: distinct(endpoint.url) }));
    return { ...monitor, input: { ...monitor.input, endpoints } };
  });
  return { ...imported, monitors };
}
