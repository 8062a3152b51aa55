import { type Alert, type AlertValues, alertSchema } from '@farwatch/core/documents/alert';
import { alertSample, alertValuesSample } from '@farwatch/core/testing/samples';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/** The parts of an alert that matter to a test; the rest is that of an outage just alerted. */
export type AlertSeed = Partial<Omit<Alert, 'values'>> & Partial<AlertValues>;

/** Adds alerts of an account as their sender left them, the first the newest. Returns their ids. */
export async function seedAlerts(
  account: Account,
  given: readonly AlertSeed[],
  nowMs = Date.now(),
): Promise<string[]> {
  const documents = new SeedDocuments();
  const ids = given.map((part, index) => {
    const createdAt = part.createdAt ?? nowMs - (index + 1) * 60_000;
    const id = `${account.uid}${createdAt}_${index}`;
    documents.put(alertSchema, `alerts/${id}`, outage(account, createdAt, part));
    return id;
  });
  await documents.write(database());
  return ids;
}

function outage({ uid }: Account, createdAt: number, part: AlertSeed): Alert {
  const values = alertValuesSample({ monitor: 'Shop', occurredAt: createdAt, statusCode: 503, ...part });
  const place = { ownerId: uid, endpointId: `${uid}e`, incidentId: `${uid}i` };
  const sent = { state: 'sent', attempts: 1, nextAt: null, messageId: 1, finishedAt: createdAt + 1000 } as const;
  return alertSample({ ...place, createdAt, ...sent, ...part, values });
}
