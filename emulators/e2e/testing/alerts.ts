import { type Alert, type AlertValues, alertSchema } from '@farwatch/core/documents/alert';
import { alertSample, alertValuesSample } from '@farwatch/core/testing/samples';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/** The parts of an alert that matter to a test; the rest is that of an outage just alerted. */
export type GivenAlert = Partial<Omit<Alert, 'values'>> & Partial<AlertValues>;

/** Adds alerts of an account as their sender left them, the first the newest. Returns their ids. */
export async function giveAlerts(
  account: Account,
  given: readonly GivenAlert[],
  nowMs = Date.now(),
): Promise<string[]> {
  const documents = new SeedDocuments();
  const ids = given.map((part, index) => {
    const createdAt = part.createdAt ?? nowMs - (index + 1) * 60_000;
    const id = `${account.uid}${createdAt}_${index}`;
    const alert = outage(account, createdAt);
    const lastErrorBy = part.lastError ? 'telegram' : null;
    documents.put(alertSchema, `alerts/${id}`, {
      ...alert,
      lastErrorBy,
      ...part,
      values: { ...alert.values, ...part },
    });
    return id;
  });
  await documents.write(database());
  return ids;
}

function outage({ uid }: Account, createdAt: number): Alert {
  const values = alertValuesSample({ monitor: 'Shop', occurredAt: createdAt, statusCode: 503 });
  const place = { ownerId: uid, endpointId: `${uid}e`, incidentId: `${uid}i` };
  const sent = { state: 'sent', attempts: 1, nextAt: null, messageId: 1, finishedAt: createdAt + 1000 } as const;
  return alertSample({ ...place, values, createdAt, ...sent });
}
