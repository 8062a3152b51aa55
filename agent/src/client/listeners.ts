import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import type { RequestedTrial } from '@farwatch/core/documents/requested-trial';
import { doc, type Firestore, type FirestoreError, onSnapshot } from 'firebase/firestore';
import { readAssignments, readCommand, readTrials } from './documents.ts';
import { assignmentsOf, trialsOf } from './fetch-assignments.ts';

/**
 * The callbacks for what the server sends. `onUnreadable` is called for a document of a shape that this version does
 * not know.
 */
export type ListenerCallbacks = {
  onAssignments: (assigned: Assignment[]) => void;
  onCommand: (command: Command) => void;
  onTrials: (requested: RequestedTrial[]) => void;
  onUnreadable: (path: string) => void;
  /** The server has no commands for this agent any more: it was deleted. */
  onGone: () => void;
  /** Whether the data is current, or only the last that the server sent. */
  onConnected: (isConnected: boolean) => void;
  onEnded: (error: FirestoreError) => void;
};

/**
 * Listens to the agent's assignments, commands and requested trials; returns what ends it. Only the server's answers count: while it
 * cannot be reached, the cache of a fresh start would be empty.
 */
export function listen(db: Firestore, agentId: string, callbacks: ListenerCallbacks): () => void {
  const ends = [
    onSnapshot(
      assignmentsOf(db, agentId),
      { includeMetadataChanges: true },
      ({ docs, metadata }) => {
        callbacks.onConnected(!metadata.fromCache);
        if (!metadata.fromCache) callbacks.onAssignments(readAssignments(docs, callbacks.onUnreadable));
      },
      ended,
    ),
    onSnapshot(
      doc(db, 'commands', agentId),
      (snapshot) => {
        const command = snapshot.exists() ? readCommand(snapshot, callbacks.onUnreadable) : null;
        if (command) callbacks.onCommand(command);
        else if (!snapshot.exists() && !snapshot.metadata.fromCache) callbacks.onGone();
      },
      ended,
    ),
    onSnapshot(
      trialsOf(db, agentId),
      ({ docs }) => callbacks.onTrials(readTrials(docs, callbacks.onUnreadable)),
      ended,
    ),
  ];
  function ended(error: FirestoreError): void {
    for (const end of ends) end();
    callbacks.onEnded(error);
  }
  return () => {
    for (const end of ends) end();
  };
}
