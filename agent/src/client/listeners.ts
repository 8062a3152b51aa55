import { type Assignment, assignmentSchema } from '@farwatch/core/documents/assignment';
import { type Command, commandSchema } from '@farwatch/core/documents/command';
import { LISTED } from '@farwatch/core/limits';
import {
  collection,
  type DocumentSnapshot,
  doc,
  type Firestore,
  type FirestoreError,
  getDocsFromServer,
  limit,
  onSnapshot,
  type Query,
  type QueryDocumentSnapshot,
  query,
  where,
} from 'firebase/firestore';
import { fromStored } from './stored.ts';

/** What the agent hears from the server. `onUnreadable`: a document of a shape that this version does not know. */
export type Heard = {
  onAssignments: (assigned: Assignment[]) => void;
  onCommand: (command: Command) => void;
  onUnreadable: (path: string) => void;
  /** The server has no commands for this agent any more: it was deleted. */
  onGone: () => void;
  /** Whether the data is current, or only the last that the server sent. */
  onConnected: (isConnected: boolean) => void;
  onEnded: (error: FirestoreError) => void;
};

/**
 * Listens to the agent's assignments and commands; returns what ends it. Only the server's answers count: while it
 * cannot be reached, the cache of a fresh start would say that nothing is assigned.
 */
export function listen(db: Firestore, agentId: string, heard: Heard): () => void {
  const ends = [
    onSnapshot(
      assignmentsOf(db, agentId),
      { includeMetadataChanges: true },
      ({ docs, metadata }) => {
        heard.onConnected(!metadata.fromCache);
        if (!metadata.fromCache) heard.onAssignments(readAssignments(docs, heard.onUnreadable));
      },
      ended,
    ),
    onSnapshot(
      doc(db, 'commands', agentId),
      (snapshot) => {
        const command = snapshot.exists() ? readCommand(snapshot, heard.onUnreadable) : null;
        if (command) heard.onCommand(command);
        else if (!snapshot.exists() && !snapshot.metadata.fromCache) heard.onGone();
      },
      ended,
    ),
  ];
  function ended(error: FirestoreError): void {
    for (const end of ends) end();
    heard.onEnded(error);
  }
  return () => {
    for (const end of ends) end();
  };
}

/** Reads the assignments once, from the server. */
export async function fetchAssignments(
  db: Firestore,
  agentId: string,
  onUnreadable: Heard['onUnreadable'],
): Promise<Assignment[]> {
  const { docs } = await getDocsFromServer(assignmentsOf(db, agentId));
  return readAssignments(docs, onUnreadable);
}

function assignmentsOf(db: Firestore, agentId: string): Query {
  return query(collection(db, 'assignments'), where('agentId', '==', agentId), limit(LISTED.byAgent));
}

function readAssignments(docs: QueryDocumentSnapshot[], onUnreadable: Heard['onUnreadable']): Assignment[] {
  return docs.flatMap((document) => {
    const parsed = assignmentSchema.safeParse(fromStored(document.data()));
    if (parsed.success) return parsed.data;
    onUnreadable(document.ref.path);
    return [];
  });
}

function readCommand(document: DocumentSnapshot, onUnreadable: Heard['onUnreadable']): Command | null {
  const parsed = commandSchema.safeParse(fromStored(document.data()));
  if (parsed.success) return parsed.data;
  onUnreadable(document.ref.path);
  return null;
}
