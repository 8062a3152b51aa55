import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Notice } from '@farwatch/core/documents/notice';
import type { LocationCode } from '@farwatch/core/values/locations';
import { assignments, endpoints, incidents, monitors, notices } from '../platform/db/collections.ts';
import { OWNER } from './seed-project.ts';
import { T0, type TestProject } from './test-project.ts';

/** Documents that tests read, parsed. Reading one throws if it does not exist. */

export async function readEndpoint(project: TestProject, id: string): Promise<Endpoint> {
  return found(endpoints.read(await endpoints.ref(project.run(T0).db, id).get()), id);
}

export async function readMonitor(project: TestProject, id: string): Promise<Monitor> {
  return found(monitors.read(await monitors.ref(project.run(T0).db, id).get()), id);
}

export async function readAssignment(
  project: TestProject,
  location: LocationCode,
  ownerId = OWNER,
): Promise<Assignment> {
  const id = `${location}_${ownerId}`;
  return found(assignments.read(await assignments.ref(project.run(T0).db, id).get()), id);
}

/** All incidents, oldest first. */
export async function readAllIncidents(project: TestProject): Promise<Incident[]> {
  const { docs } = await incidents.collection(project.run(T0).db).get();
  return docs.flatMap((doc) => incidents.read(doc) ?? []).sort((a, b) => a.triggeredAt - b.triggeredAt);
}

/** All notices, oldest first. */
export async function readAllNotices(project: TestProject): Promise<Notice[]> {
  const { docs } = await notices.collection(project.run(T0).db).orderBy('createdAt').get();
  return docs.flatMap((doc) => notices.read(doc) ?? []);
}

function found<T>(document: T | null, id: string): T {
  if (document === null) throw new Error(`${id} does not exist`);
  return document;
}
