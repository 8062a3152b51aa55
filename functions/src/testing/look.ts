import type { Alert } from '@farwatch/core/documents/alert';
import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import { alerts, assignments, endpoints, incidents, monitors } from '../db/collections.ts';
import { OWNER } from './stage.ts';
import { T0, type World } from './world.ts';

/** What tests look at, parsed; each throws where the document is not there. */

export async function endpointOf(world: World, id: string): Promise<Endpoint> {
  return there(endpoints.read(await endpoints.ref(world.run(T0).db, id).get()), id);
}

export async function monitorOf(world: World, id: string): Promise<Monitor> {
  return there(monitors.read(await monitors.ref(world.run(T0).db, id).get()), id);
}

export async function assignmentOf(world: World, location: LocationCode, ownerId = OWNER): Promise<Assignment> {
  const id = `${location}_${ownerId}`;
  return there(assignments.read(await assignments.ref(world.run(T0).db, id).get()), id);
}

/** All incidents, the first that began first. */
export async function incidentsIn(world: World): Promise<Incident[]> {
  const { docs } = await incidents.collection(world.run(T0).db).orderBy('triggeredAt').get();
  return docs.flatMap((doc) => incidents.read(doc) ?? []);
}

/** All alerts in the order they were made. */
export async function alertsIn(world: World): Promise<Alert[]> {
  const { docs } = await alerts.collection(world.run(T0).db).orderBy('createdAt').get();
  return docs.flatMap((doc) => alerts.read(doc) ?? []);
}

function there<T>(document: T | null, id: string): T {
  if (document === null) throw new Error(`${id} is not there`);
  return document;
}
