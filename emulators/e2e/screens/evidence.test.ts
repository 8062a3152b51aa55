import { evidenceId, storedEvidenceSchema } from '@farwatch/core/documents/evidence';
import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { certificateSample, evidenceSample } from '@farwatch/core/testing/samples';
import type { CheckAnswer } from '@farwatch/core/values/check-answer';
import type { FailureLine } from '@farwatch/core/values/failure-line';
import type { LocationCode } from '@farwatch/core/values/locations';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { it } from '../testing/app-test.ts';
import { site } from '../testing/incident-samples.ts';
import { seedIncidents } from '../testing/incidents.ts';
import { dialog } from '../testing/incidents-screen.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

const HOSTILE = '<img src=x onerror="document.title=1">upstream timeout</img>';

function line(at: number, changes: Partial<FailureLine> = {}): FailureLine {
  return { at, statusCode: 503, error: 'status', excerpt: 'upstream timeout', assertion: null, outage: 1, ...changes };
}

async function seedEvidence(owner: Account, incidentId: string, found: [LocationCode, Partial<CheckAnswer>][]) {
  const documents = new SeedDocuments();
  for (const [index, [location, failed]] of found.entries()) {
    const createdAt = Date.now() - index * MINUTE_MS;
    const place = { ownerId: owner.uid, incidentId, endpointId: 'endpoint', location, outage: 1 };
    const stored = { ...evidenceSample(failed), ...place, createdAt, expireAt: createdAt + 30 * DAY_MS };
    documents.put(storedEvidenceSchema, `evidence/${evidenceId(incidentId, 1, location)}`, stored);
  }
  await documents.write(database());
}

it('an incident shows what each location received, as text, and names what is missing', async ({ tab }) => {
  const owner = await makeAccount('Ann');
  const nowMs = Date.now();
  const assertion = { source: 'json' as const, path: '$.status', op: 'equals' as const, value: 'ok' };
  const failed = { assertion, received: 'degraded' };
  const failures = {
    bd: line(nowMs),
    th: line(nowMs, { statusCode: 200, error: 'assertion', assertion: failed }),
  };
  const [id = ''] = await seedIncidents(owner, [
    { endpoint: site('alpha'), triggeredAt: nowMs, locations: ['tw', 'th', 'bd'], failures, upStatuses: { tw: 200 } },
  ]);
  const certificate = certificateSample({ endsAt: nowMs - DAY_MS });
  await seedEvidence(owner, id, [
    ['bd', { body: HOSTILE, isCut: true, certificate, phases: [3, 12, 20, 180, 5] }],
    ['th', { statusCode: 200, error: 'assertion', failedAssertions: [failed], body: '{"status":"degraded"}' }],
  ]);
  const page = await tab(owner, `/incidents?incident=${id}`);
  const box = dialog(page);
  await box.getByText('503 from Bangladesh: "upstream timeout"', { exact: false }).waitFor();
  await box.getByText('200 from Thailand: $.status is "degraded", expected "ok"', { exact: false }).waitFor();
  await box.getByRole('button', { name: 'Show answers' }).click();
  await box.getByRole('region', { name: 'Response body' }).getByText('{"status":"degraded"}').waitFor();
  await box.getByLabel('Location', { exact: true }).selectOption('Bangladesh');
  const body = box.getByRole('region', { name: 'Response body' });
  await expect.poll(() => body.textContent()).toBe(HOSTILE);
  expect(await body.locator('img').count()).toBe(0);
  await box.getByRole('row', { name: 'Status 503 200' }).waitFor();
  await box.getByText('Only the first 2 KB are kept.').waitFor();
  await box.getByText('Expired', { exact: true }).waitFor();
  await box.getByText('There is no answer from Taiwan', { exact: false }).waitFor();
  await expectAccessible(page);
});

it('a monitor lists its certificates by expiry, and an endpoint shows its own', async ({ tab }) => {
  const owner = await makeAccount('Ann');
  const [seeded] = await seedMonitors(owner, [{ name: 'Web shop', paths: ['/site/alpha', '/site/bravo'] }]);
  const { monitorId = '', endpointIds = [] } = seeded ?? {};
  const ends = [40, 5].map((days) => Date.now() + days * DAY_MS);
  const urls = endpointIds.map((_, index) => `https://shop${index}.farwatch.test/`);
  for (const [index, id] of endpointIds.entries()) {
    const certificate = certificateSample({ endsAt: ends[index] ?? 0, startsAt: Date.now() - 50 * DAY_MS });
    const stored = toTimestamps({ certificate }, (ms) => Timestamp.fromMillis(ms));
    await database()
      .doc(`endpoints/${id}`)
      .update({ url: urls[index], ...stored });
    await database()
      .doc(`monitors/${monitorId}`)
      .update({ [`endpoints.${id}.url`]: urls[index] });
  }
  const page = await tab(owner, `/monitor/${monitorId}`);
  const section = page.getByRole('region', { name: 'Certificates' });
  await section.getByRole('button', { name: 'Show' }).click();
  const rows = section.getByRole('table', { name: 'Certificates' }).locator('tbody').getByRole('row');
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([expect.stringContaining('5 days left'), expect.stringContaining('40 days left')]);
  await expectAccessible(page);
  await rows.first().getByRole('link').click();
  const own = page.getByRole('region', { name: 'Certificate', exact: true });
  await own.getByText('Test Root X1').waitFor();
  await own.getByText('5 days left').waitFor();
});
