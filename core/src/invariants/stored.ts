import type { Agent, AgentState } from '../documents/agent.ts';
import type { Alert } from '../documents/alert.ts';
import type { Assignment } from '../documents/assignment.ts';
import type { Endpoint } from '../documents/endpoint.ts';
import type { Flip } from '../documents/flip.ts';
import type { Incident } from '../documents/incident.ts';
import type { Monitor } from '../documents/monitor.ts';
import type { User } from '../documents/user.ts';

/**
 * All documents of a project as they were at one moment, by id. Of the incidents those that are active, of the flips and
 * alerts those that are not finished; `alertsByIncident` counts all alerts of the active incidents.
 */
export type Stored = {
  users: ReadonlyMap<string, User>;
  monitors: ReadonlyMap<string, Monitor>;
  endpoints: ReadonlyMap<string, Endpoint>;
  incidents: ReadonlyMap<string, Incident>;
  agents: ReadonlyMap<string, Agent>;
  agentStates: ReadonlyMap<string, AgentState>;
  assignments: ReadonlyMap<string, Assignment>;
  flips: ReadonlyMap<string, Flip>;
  alerts: ReadonlyMap<string, Alert>;
  alertsByIncident: ReadonlyMap<string, number>;
};

/** A document that contradicts another, or its own votes, and how. */
export type Violation = { document: string; text: string };
