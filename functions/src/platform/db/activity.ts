import { createHash, randomUUID } from 'node:crypto';
import type { ActivityEntry } from '@farwatch/core/documents/activity';
import {
  ACTIVITY_LIMITS,
  type ActivityAction,
  type ActivityActor,
  type ActivityKind,
} from '@farwatch/core/values/activity';
import { clip } from '@farwatch/core/values/clip';
import { isSame } from '@farwatch/core/values/is-same';
import { RETENTION } from '@farwatch/core/values/limits';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import type { Getter } from './collection.ts';
import { activity } from './collections.ts';
import type { Writer } from './read-then-write.ts';

/** What a request has changed. */
export type Subject = {
  id: string;
  name: string;
  fields?: readonly string[];
  action?: ActivityAction;
  /** Whose it is, if not the caller's: an operator's work, or that of a person with a link. */
  ownerId?: string;
  /** The name that a person with a link enters. */
  by?: string;
  /** Who decided it, if the request is that of a program without a key, or about the account of another. */
  person?: { id: string; name: string };
};

/**
 * The entry of a request in its account's activity. Its first commit that changes anything stores it; so a request whose
 * idempotency key was used before changes nothing, and one whose answer was lost finds its own entry.
 */
export type Activity = {
  kind: ActivityKind;
  /** Makes a second request that names the same key a RepeatedRequest, as an idempotency key does; no key has a space. */
  once(key: string): void;
  /** Names what is changed. May be called again: the last call counts. */
  describe(subject: Subject): void;
  /** Must be called before a commit's writes. Throws RepeatedRequest. */
  begin(from: Getter): Promise<void>;
  write(writer: Pick<Writer, 'create' | 'set'>): void;
  /** Must be called once a commit has stored it, so that later ones of the request do not store it again. */
  end(): void;
};

/** Thrown if another request with the same idempotency key has made its change. */
export class RepeatedRequest extends Error {
  readonly entry: ActivityEntry;
  /** Whether the other request was the same. */
  readonly isSame: boolean;

  constructor(entry: ActivityEntry, same: boolean) {
    super('the request was made before');
    this.entry = entry;
    this.isSame = same;
  }
}

type Request = {
  db: Firestore;
  nowMs: number;
  /** Null for a person who is not signed in: then `describe` names the owner, or nothing is stored. */
  ownerId: string | null;
  actor: { kind: ActivityActor; id: string; name: string };
  changes: readonly [ActivityKind, ActivityAction];
  address: string;
  /** The call, such as `post /monitors`. */
  call: string;
  /** What the request says of its subject by itself. */
  subject: Subject;
  /** Null without an idempotency key. `content`: what repeats must agree in. */
  repeatable: { key: string; content: string } | null;
};

const OPERATOR = { actor: 'operator', actorId: '', actorName: '', address: '' } as const;

/** The activity of one request. */
export function requestActivity(request: Request): Activity {
  const { db, nowMs, actor, address, call } = request;
  const [kind, usualAction] = request.changes;
  const requestId = randomUUID();
  const refOf = (key: string): DocumentReference => activity.ref(db, hashOf(request.ownerId ?? '', key));
  let { repeatable } = request;
  let ref = repeatable ? refOf(repeatable.key) : activity.ref(db, requestId);
  const requestHashOf = () => repeatable && hashOf(call, repeatable.content);
  let subject = request.subject;
  let isStored = false;
  let hasEnded = false;
  return {
    kind,
    once(key) {
      repeatable = { key, content: '' };
      ref = refOf(key);
    },
    describe(given) {
      subject = { ...request.subject, ...given };
    },
    async begin(from) {
      if (!repeatable || hasEnded) return;
      const [document] = await from.getAll(ref);
      const entry = document ? activity.read(document) : null;
      if (entry && entry.requestId !== requestId)
        throw new RepeatedRequest(entry, entry.requestHash === requestHashOf());
      isStored = entry !== null;
    },
    write(writer) {
      const ownerId = subject.ownerId ?? request.ownerId;
      if (ownerId === null || hasEnded) return;
      const { id: subjectId, name, fields = [], action = usualAction, by, person } = subject;
      const { kind: actorKind, id: actorId, name: actorName } = person ? { kind: 'person' as const, ...person } : actor;
      const isByOperator = !person && request.ownerId !== null && request.ownerId !== ownerId;
      const document = activity.toDocument({
        ownerId,
        at: nowMs,
        // Operators are people of the installation, about whom an account learns nothing.
        ...(isByOperator
          ? OPERATOR
          : {
              actor: actorKind,
              actorId,
              actorName: clip(by ?? actorName, ACTIVITY_LIMITS.nameLength),
              address,
            }),
        kind,
        action,
        subjectId,
        subjectName: clip(name, ACTIVITY_LIMITS.nameLength),
        fields: fields.slice(0, ACTIVITY_LIMITS.fields).map((field) => field.slice(0, 100)),
        call,
        requestId,
        requestHash: requestHashOf(),
        expireAt: nowMs + RETENTION.activityMs,
      });
      // A second try of a commit whose answer was lost finds its own entry.
      if (repeatable && !isStored) writer.create(ref, document);
      else writer.set(ref, document);
    },
    end() {
      hasEnded = true;
    },
  };
}

function hashOf(...texts: string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}

/** The names of the fields in which two versions of something differ, without those of bookkeeping. */
export function changedNames(before: object | null, after: object | null, without: readonly string[] = []): string[] {
  if (!before || !after) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !without.includes(name) && !isSame(Reflect.get(before, name), Reflect.get(after, name)),
  );
}
