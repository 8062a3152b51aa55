import {
  ALREADY_EXISTS,
  COMMIT_TIME,
  type Data,
  DELETED,
  FAILED_PRECONDITION,
  type FieldPath,
  INVALID_ARGUMENT,
  isSame,
  merged,
  NOT_FOUND,
  StoreError,
  segmentsOf,
  stored,
  Timestamp,
  valueAt,
  withFields,
  withValue,
} from './values.ts';

export type Doc = { readonly id: string; readonly path: string; data: Data; updateTime: Timestamp };

export type Write =
  | { do: 'create'; path: string; data: Data }
  | { do: 'set'; path: string; data: Data; merge?: boolean; mergeFields?: readonly (string | FieldPath)[] }
  | { do: 'update'; path: string; data: Data; fields?: readonly FieldPath[]; lastUpdateTime?: Timestamp }
  | { do: 'delete'; path: string; mustExist?: boolean; lastUpdateTime?: Timestamp };

/** A document before and after a commit; null if it does not exist. */
export type Change = { path: string; before: Data | null; after: Data | null };

export function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** A collection's documents, indexed by single fields. */
class Collection {
  readonly docs = new Map<string, Doc>();
  private readonly indexes = new Map<string, Map<unknown, Set<string>>>();

  /** The ids of the documents whose field has one of these values, which are no maps, lists or bytes. */
  idsWith(field: string, values: readonly unknown[]): Iterable<string> {
    const index = this.indexes.get(field) ?? this.makeIndex(field);
    const [only] = values;
    if (values.length === 1) return index.get(keyOf(only)) ?? [];
    return new Set(values.flatMap((value) => [...(index.get(keyOf(value)) ?? [])]));
  }

  put(doc: Doc | null, id: string, before: Data | null): void {
    for (const [field, index] of this.indexes) {
      if (before) index.get(keyOf(valueAt(before, field.split('.'))))?.delete(id);
      if (doc) addTo(index, valueAt(doc.data, field.split('.')), id);
    }
    if (doc) this.docs.set(id, doc);
    else this.docs.delete(id);
  }

  private makeIndex(field: string): Map<unknown, Set<string>> {
    const index = new Map<unknown, Set<string>>();
    for (const [id, { data }] of this.docs) addTo(index, valueAt(data, field.split('.')), id);
    this.indexes.set(field, index);
    return index;
  }
}

function addTo(index: Map<unknown, Set<string>>, value: unknown, id: string): void {
  const key = keyOf(value);
  index.set(key, (index.get(key) ?? new Set()).add(id));
}

/** Equal timestamps have equal keys. */
function keyOf(value: unknown): unknown {
  return value instanceof Timestamp ? `at ${value.ms}` : value;
}

/** All documents in memory. As in Firestore, all writes of a commit happen, or none. */
export class Store {
  private readonly collections = new Map<string, Collection>();
  private version = 0;
  /** Called after each commit. */
  onCommit: (changes: readonly Change[]) => void = () => undefined;

  collection(path: string): Collection {
    let found = this.collections.get(path);
    if (!found) {
      found = new Collection();
      this.collections.set(path, found);
    }
    return found;
  }

  get(path: string): Doc | undefined {
    return this.collections.get(collectionOf(path))?.docs.get(path.slice(path.lastIndexOf('/') + 1));
  }

  /** Paths of all collections that ever had documents. */
  paths(): string[] {
    return [...this.collections.keys()];
  }

  /** A copy in which these documents, by path, are others; null for one that does not exist. */
  with(docs: ReadonlyMap<string, Doc | null>): Store {
    const copy = new Store();
    for (const [path, { docs: found }] of this.collections) {
      for (const [id, doc] of found) copy.collection(path).put(doc, id, null);
    }
    for (const [path, doc] of docs) {
      const id = path.slice(path.lastIndexOf('/') + 1);
      copy.collection(collectionOf(path)).put(doc, id, null);
    }
    return copy;
  }

  /** Applies all writes, or throws StoreError and applies none. Returns the time of the commit. */
  commit(writes: readonly Write[], nowMs: number): Timestamp {
    return this.apply(this.stage(writes, nowMs), nowMs);
  }

  /**
   * Returns what the documents would be after these writes; null for a document that would not exist. Throws
   * StoreError.
   */
  stage(writes: readonly Write[], nowMs: number): Map<string, Data | null> {
    const staged = new Map<string, Data | null>();
    if (writes.some((write, at) => contradicts(write, writes.slice(0, at))))
      throw new StoreError(INVALID_ARGUMENT, 'a condition cannot hold after what the same commit writes');
    for (const write of writes) {
      const earlier = staged.get(write.path);
      const before = earlier === undefined ? (this.get(write.path)?.data ?? null) : earlier;
      this.check(write, before);
      staged.set(write.path, after(timed(write, nowMs), before));
    }
    return staged;
  }

  /** Stores what `stage` returned, if nothing has been stored since. Returns the time of the commit. */
  apply(staged: ReadonlyMap<string, Data | null>, nowMs: number): Timestamp {
    this.version += 1;
    const updateTime = new Timestamp(nowMs, this.version);
    const changes = [...staged].flatMap(([path, data]): Change[] => {
      const before = this.get(path)?.data ?? null;
      // A document that is written with the same data keeps its time.
      if (isSame(before, data)) return [];
      const id = path.slice(path.lastIndexOf('/') + 1);
      this.collection(collectionOf(path)).put(data && { id, path, data, updateTime }, id, before);
      return [{ path, before, after: data }];
    });
    if (changes.length > 0) this.onCommit(changes);
    const [only, ...others] = staged.keys();
    const changedAt = others.length === 0 && only !== undefined ? this.get(only)?.updateTime : undefined;
    return changedAt ?? updateTime;
  }

  private check(write: Write, before: Data | null): void {
    if (write.do === 'create' && before) throw new StoreError(ALREADY_EXISTS, `${write.path} exists`);
    if (write.do === 'set' || write.do === 'create') return;
    const { lastUpdateTime } = write;
    if (lastUpdateTime && this.get(write.path)?.updateTime.version !== lastUpdateTime.version)
      throw new StoreError(FAILED_PRECONDITION, `${write.path} has changed`);
    if ((write.do === 'update' || write.mustExist) && !before)
      throw new StoreError(NOT_FOUND, `${write.path} does not exist`);
  }
}

/** Whether a write's condition contradicts earlier writes of the same commit. */
function contradicts(write: Write, earlier: readonly Write[]): boolean {
  const before = earlier.findLast(({ path }) => path === write.path);
  if (!before || write.do === 'set') return false;
  if (write.do === 'create') return before.do !== 'delete';
  if (write.do === 'update' && before.do === 'delete') return true;
  const known = 'lastUpdateTime' in before ? before.lastUpdateTime : undefined;
  return write.lastUpdateTime !== undefined && write.lastUpdateTime.version !== known?.version;
}

/** The write with the time of its commit in the fields that are set to it. */
function timed(write: Write, nowMs: number): Write {
  if (write.do === 'delete') return write;
  const times = Object.entries(write.data).filter(([, value]) => value === COMMIT_TIME);
  if (times.length === 0) return write;
  const set = Object.fromEntries(times.map(([key]) => [key, new Timestamp(nowMs)]));
  return { ...write, data: { ...write.data, ...set } };
}

function after(write: Write, before: Data | null): Data | null {
  switch (write.do) {
    case 'delete':
      return null;
    case 'create':
      return write.data;
    case 'update':
      return write.fields
        ? withValues(before ?? {}, write.fields.map(segmentsOf), write.data)
        : withFields(before ?? {}, write.data);
    case 'set': {
      const { data, mergeFields } = write;
      if (write.merge) return merged(before ?? {}, data);
      if (!mergeFields) return data;
      return withValues(before ?? {}, mergeFields.map(segmentsOf), data);
    }
  }
}

/** The data with other values at these paths, which are removed if `values` has none. */
function withValues(data: Data, paths: readonly (readonly string[])[], values: Data): Data {
  return paths.reduce((result, path) => {
    const value = valueAt(values, path);
    return withValue(result, path, value === undefined ? DELETED : value);
  }, data);
}

/** The data of a write, as it is stored. */
export function storedData(data: Data): Data {
  const copy: Record<string, unknown> = {};
  for (const key in data) copy[key] = stored(data[key]);
  return copy;
}
