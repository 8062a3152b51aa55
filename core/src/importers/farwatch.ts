import { CHANNEL_TYPE_NAMES } from '../values/channels/channel-types.ts';
import { isMask } from '../values/channels/secret.ts';
import { type CheckDraft, placeholdersIn } from './check-draft.ts';
import { addMonitor, type EndpointDraft, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, type Values } from './fields.ts';
import type { ImportContext, Imported, Importer, SourceDocument } from './importer.ts';

const DOCUMENT = /^\s*\{"(?:account|users|monitors|endpoints)\/[^"]+":/;

/**
 * Farwatch: the copy of an account (Settings → Account), which has a document on each line, or a farwatch.yaml
 * (docs/files.md).
 */
export const farwatch: Importer = {
  name: 'Farwatch',
  recognizes: (documents) => documents.some(({ text, value }) => DOCUMENT.test(text) || isFile(value)),
  read(documents, context) {
    const result = nothingImported();
    for (const { value } of documents) if (isFile(value)) readFile(result, value, context);
    const lines = documents.flatMap((each) => (isFile(each.value) ? [] : documentsIn(each)));
    const endpoints = Map.groupBy(
      lines.filter(({ path }) => /^endpoints\/[^/]+$/.test(path)),
      ({ value }) => String(value.monitorId),
    );
    for (const { path, value } of lines) {
      const [collection = '', id = '', ...deeper] = path.split('/');
      if (collection === 'monitors' && deeper.length === 0)
        readMonitor(result, id, value, endpoints.get(id) ?? [], context);
      else if (
        value.type !== undefined &&
        value.settings !== undefined &&
        CHANNEL_TYPE_NAMES.some((type) => type === value.type)
      )
        skipChannel(result, path, value);
    }
    const others = new Set(
      lines
        .map(({ path }) => path.split('/')[0] ?? '')
        .filter((name) => !['monitors', 'endpoints', 'account'].includes(name)),
    );
    for (const name of [...others].sort()) result.notes.push({ code: 'settings_apart', field: name, from: '', to: '' });
    return result;
  },
};

/** Whether a document is a farwatch.yaml: its monitors are a map, as their endpoints are. */
function isFile(value: unknown): boolean {
  const monitors = Object.values(asRecord(asRecord(value)?.monitors) ?? {});
  return monitors.length > 0 && monitors.every((monitor) => asRecord(asRecord(monitor)?.endpoints) !== null);
}

function readFile(result: Imported, value: unknown, context: ImportContext): void {
  for (const [key, each] of Object.entries(asRecord(asRecord(value)?.monitors) ?? {})) {
    const monitor = asRecord(each) ?? {};
    const endpoints = Object.entries(asRecord(monitor.endpoints) ?? {}).map(([path, endpoint]) => ({
      path,
      value: asRecord(endpoint) ?? {},
    }));
    readMonitor(result, key, { ...monitor, name: monitor.name ?? key }, endpoints, context);
  }
}

type Line = { path: string; value: Values };

function documentsIn({ text }: SourceDocument): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      return Object.entries(asRecord(JSON.parse(line)) ?? {}).map(([path, value]) => ({
        path,
        value: asRecord(value) ?? {},
      }));
    } catch {
      return [];
    }
  });
}

function skipChannel(result: Imported, path: string, value: Values): void {
  const fields = new Fields(value);
  fields.ignore(...Object.keys(value));
  skip(result, { key: path, name: fields.text('name'), fields }, 'channel_invalid', { field: 'settings' });
}

/** What the account's documents have besides what a person chooses. */
const STATE = [
  'ownerId',
  'monitorId',
  'endpoints',
  'transitions',
  'incidents',
  'maintenance',
  'pages',
  'createdAt',
  'updatedAt',
  'stuck',
  'version',
  'rev',
  'status',
  'since',
  'votes',
  'openIncidentId',
  'openCertificateIncidentId',
  'openSlowIncidentId',
  'slow',
  'slowLimits',
  'lastError',
  'coverageGap',
  'certificate',
  'pingUrlVersion',
  'pausedUntilMs',
  'pausedUntil',
  'managed',
  'managedKey',
  'id',
  'locations',
];

function readMonitor(
  result: Imported,
  key: string,
  value: Values,
  endpoints: readonly Line[],
  context: ImportContext,
): Imported {
  const fields = new Fields(value);
  fields.ignore(...STATE);
  const order = fields.texts('order');
  const placeOf = ({ path }: Line) => order.indexOf(path.replace('endpoints/', ''));
  const drafts = endpoints
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ value: endpoint }) => endpointOf(fields, endpoint));
  const target = fields.number('uptimeTarget');
  const item = {
    key,
    fields,
    name: fields.text('name'),
    description: fields.text('description'),
    tags: fields.texts('tags'),
  };
  if (drafts.length === 0) return skip(result, item, 'url_missing');
  return addMonitor(
    result,
    {
      ...item,
      intervalSec: fields.number('intervalSec'),
      intervalField: 'intervalSec',
      paused: fields.flag('paused'),
      ...(target !== null && { uptimeTarget: target }),
      endpoints: drafts,
    },
    context,
  );
}

/** Heartbeats keep their name, but get a new URL to ping. */
function endpointOf(monitor: Fields, value: Values): EndpointDraft {
  const fields = new Fields(value);
  fields.ignore(...STATE);
  const url = fields.text('url');
  if (url.startsWith('heartbeat:')) monitor.note('ping_url', 'url', { from: '' });
  const check = asRecord(fields.raw('check'));
  const draft = {
    url,
    name: fields.text('name'),
    description: fields.text('description'),
    paused: fields.flag('paused'),
    ...(check && { check: withoutMasks(monitor, check) }),
  };
  for (const note of fields.close().notes) monitor.note(note.code, note.field, note);
  return draft;
}

/** The copy has masks instead of secrets, a file the names of variables. */
const isLeftOut = (text: string) => isMask(text) || placeholdersIn(text).length > 0;

function withoutMasks(fields: Fields, check: Values): CheckDraft {
  const leaveOut = (name: string, text: unknown) =>
    fields.note(isMask(String(text)) ? 'secret_masked' : 'env_missing', 'check', { from: name });
  const kept = Object.entries(check).filter(([name, value]) => {
    const secrets = name === 'auth' ? Object.values(asRecord(value) ?? {}) : [value];
    const left = secrets.find((each) => typeof each === 'string' && isLeftOut(each));
    if (left !== undefined) leaveOut(name, left);
    return left === undefined;
  });
  const headers = (Array.isArray(check.headers) ? check.headers : []).filter((each) => {
    const header = asRecord(each) ?? {};
    const isLeft = isLeftOut(String(header.value));
    if (isLeft) leaveOut(String(header.name), header.value);
    return !isLeft;
  });
  const { type: _, ...draft } = Object.fromEntries(kept);
  return headers.length === 0 ? withoutHeaders(draft) : { ...draft, headers };
}

function withoutHeaders({ headers: _, ...draft }: Values): CheckDraft {
  return draft;
}
