import type { Agent } from '@farwatch/core/documents/agent';
import { agents } from '../../db/collections.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';

/** The agent of a document. Throws ApiError not_found, also for another admin's. */
export function ownAgent(caller: Caller, document: FirebaseFirestore.DocumentSnapshot | undefined): Agent {
  const agent = document ? agents.read(document) : null;
  if (!agent || agent.ownerId !== caller.uid) throw new ApiError('not_found');
  return agent;
}
