import type { MonitorInput } from '../contracts/api/monitors.ts';
import type { FileProblemCode, NoteCode, SkipCode } from '../texts/importers/import-texts.ts';
import type { ChannelTypeName } from '../values/channels/channel-types.ts';

/** How much of files is read at once, in characters and items. */
export const IMPORT_LIMITS = { length: 50 * 1024 * 1024, items: 5000, files: 200 } as const;

/** A file as its user chose it, or pasted text with an empty name. */
export type SourceFile = { name: string; text: string };

/** A file that was read. `value`: what JSON or YAML has; undefined for other text. */
export type SourceDocument = SourceFile & { value: unknown };

/** What is different here. `field`: the source's, `from` what it has there, `to` what it becomes; none has a secret. */
export type ImportNote = { code: NoteCode; field: string; from: string; to: string };

/** What an import knows of the account. `intervalSec`: how often monitors without an interval of their own are checked. */
export type ImportContext = { intervalSec: number };

/** The input of `POST /monitors` but its locations, which few sources have. */
export type ImportedInput = Omit<MonitorInput, 'locations'>;

/** The fields of an item of a source, by path: those that were used, and those that have no effect here. */
export type FieldUse = { used: readonly string[]; ignored: readonly string[] };

export type ImportedMonitor = {
  /** Names the item within its import. */
  key: string;
  input: ImportedInput;
  /** The group that it belonged to; null for none. */
  group: string | null;
  notes: readonly ImportNote[];
  fields: FieldUse;
};

export type ImportedChannel = {
  key: string;
  name: string;
  type: ChannelTypeName;
  settings: Readonly<Record<string, string>>;
  /** The keys of the monitors that it alerts of; null for all. */
  monitors: readonly string[] | null;
  notes: readonly ImportNote[];
  fields: FieldUse;
};

/** An item that cannot come, and why. */
export type SkippedItem = {
  key: string;
  name: string;
  reason: { code: SkipCode; field: string; from: string; to: string };
  fields: FieldUse;
};

/** What a source becomes. Every field of every item is used, named in a note, or named as ignored. */
export type Imported = {
  monitors: ImportedMonitor[];
  channels: ImportedChannel[];
  skipped: SkippedItem[];
  /** What concerns the files as a whole. */
  notes: ImportNote[];
};

/** A format (docs/architecture.md, Extension points). */
export type Importer = {
  /** The name of the product or format, which is the same in all languages. */
  name: string;
  /** Whether documents look like this format. */
  recognizes(documents: readonly SourceDocument[]): boolean;
  read(documents: readonly SourceDocument[], context: ImportContext): Imported;
};

/** Why files cannot be read. `from`: the file's name. `to`: a line or a limit. */
export type FileProblem = { code: FileProblemCode; from: string; to: string };
