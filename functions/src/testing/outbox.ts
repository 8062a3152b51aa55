import { randomInt } from 'node:crypto';
import type { Alert } from '@farwatch/core/documents/alert';
import {
  alertValuesSample,
  alertSample as coreSample,
  incidentSample,
  outageSample,
} from '@farwatch/core/testing/samples';
import { alerts, incidents } from '../db/collections.ts';
import { OWNER } from './seed-project.ts';
import { T0, type TestProject } from './test-project.ts';

/** A chat that no other test writes to. */
export function newChat(): string {
  return String(randomInt(1, 2 ** 47));
}

/** A waiting alert of an outage. */
export function alertSample(createdAt: number, changes: Partial<Alert> = {}): Alert {
  const values = alertValuesSample({ url: 'https://a.farwatch.test/', occurredAt: createdAt, statusCode: 503 });
  const place = { ownerId: OWNER, endpointId: 'a', incidentId: 'incident' };
  return coreSample({ ...place, values, nextAt: createdAt, createdAt, ...changes });
}

/** Writes alerts by their ids, with their incidents. */
export async function putAlerts(project: TestProject, put: Record<string, Alert>): Promise<void> {
  const { db } = project.run(T0);
  const batch = db.batch();
  for (const [id, alert] of Object.entries(put)) {
    batch.create(alerts.ref(db, id), alerts.toDocument(alert));
    const { incidentId, endpointId, severity, createdAt: triggeredAt } = alert;
    if (incidentId === null || endpointId === null) continue;
    const outage = outageSample({ number: alert.outage ?? 1, startedAt: triggeredAt });
    const incident = incidentSample({ ownerId: OWNER, endpointId, severity, triggeredAt, outage });
    batch.set(incidents.ref(db, incidentId), incidents.toDocument(incident));
  }
  await batch.commit();
}

export async function readAlert(project: TestProject, id: string): Promise<Alert> {
  const alert = alerts.read(await alerts.ref(project.run(T0).db, id).get());
  if (!alert) throw new Error(`alert ${id} does not exist`);
  return alert;
}
