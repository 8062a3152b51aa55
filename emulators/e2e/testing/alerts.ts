import { type Alert, type AlertValues, alertSchema } from '@farwatch/core/documents/alert';
import { alertSample, alertValuesSample } from '@farwatch/core/testing/samples';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/** The fields of an alert that a test sets; the others are those of an outage alert that was just sent. */
export type AlertSeed = Partial<Omit<Alert, 'values'>> & Partial<AlertValues>;

/** Adds alerts to an account, newest first. Returns their ids. */
export async function seedAlerts(
  account: Account,
  alerts: readonly AlertSeed[],
  nowMs = Date.now(),
): Promise<string[]> {
  const documents = new SeedDocuments();
  const ids = alerts.map((seed, index) => {
    const createdAt = seed.createdAt ?? nowMs - (index + 1) * 60_000;
    const id = `${account.uid}${createdAt}_${index}`;
    documents.put(
      alertSchema,
      `alerts/${id}`,
      buildAlert(account, createdAt, { incidentId: `${account.uid}i${index}`, ...seed }),
    );
    return id;
  });
  await documents.write(database());
  return ids;
}

function buildAlert({ uid }: Account, createdAt: number, seed: AlertSeed): Alert {
  const values = alertValuesSample({ monitor: 'Shop', occurredAt: createdAt, statusCode: 503, ...seed });
  const place = { ownerId: uid, endpointId: `${uid}e` };
  const sent = { state: 'sent', attempts: 1, nextAt: null, messageId: 1, finishedAt: createdAt + 1000 } as const;
  return alertSample({ ...place, createdAt, ...sent, ...seed, values });
}
