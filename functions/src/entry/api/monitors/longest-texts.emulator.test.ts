import { LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putAgent } from '../../../testing/api/documents.ts';
import { detailOf, type MonitorBody } from '../../../testing/api/monitors.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';

const MEBIBYTE = 1024 * 1024;
/** Firestore's limits of a document and a commit. */
const MAX_BYTES = { document: MEBIBYTE, commit: 10 * MEBIBYTE };

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi();
  await Promise.all(LOCATION_CODES.map((code) => putAgent(api, `agent-${code}`, code)));
});
afterAll(() => api.close());

/** A monitor with the maximum number of URLs and the longest texts, in characters of three bytes. */
function longest(mark: string, ids: readonly string[] = []): MonitorBody & { description: string } {
  const [name, description] = ['网'.repeat(LIMITS.nameLength), '站'.repeat(LIMITS.descriptionLength)];
  const endpoints = Array.from({ length: LIMITS.endpointsPerOwner }, (_, index) => {
    const url = `https://${mark}${index}.farwatch.test/`.padEnd(LIMITS.urlLength, 'x');
    return { ...(ids[index] && { id: ids[index] }), url, name, description };
  });
  return { name, description, locations: [...LOCATION_CODES], endpoints };
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** JSON in pure ASCII, as some programs write it. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The bytes of an owner's documents as JSON, which takes more than Firestore does. */
async function storedBytes(ownerId: string): Promise<number[]> {
  const { db } = api.project.run(api.clock.nowMs);
  const kinds = ['monitors', 'endpoints', 'assignments'].map((kind) => db.collection(kind));
  const found = await Promise.all(kinds.map((each) => each.where('ownerId', '==', ownerId).get()));
  return found.flatMap(({ docs }) => docs.map((each) => bytesOf(each.data())));
}

test('accepts, replaces and stores the longest texts within Firestore’s limits', async () => {
  const user = await api.user();
  const created = detailOf(await api.call(user, 'POST', '/monitors', longest('a')));
  expect(created.totalEndpoints).toBe(LIMITS.endpointsPerOwner);
  const sizes = await storedBytes(user.uid);
  expect(sizes).toHaveLength(1 + LIMITS.endpointsPerOwner + LOCATION_CODES.length);
  expect(Math.max(...sizes)).toBeLessThan(MAX_BYTES.document);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MAX_BYTES.commit / 2);
  const ids = created.endpoints.map(({ id }) => id);
  for (const body of [longest('b', ids), longest('c')]) {
    const text = escaped(body);
    expect(text.length).toBeLessThan(LIMITS.bodyBytes.account);
    expect((await api.call(user, 'PUT', `/monitors/${created.id}`, text)).status).toBe(200);
  }
});

test('a larger body is refused', async () => {
  const body = JSON.stringify({ ...longest('a'), padding: 'x'.repeat(LIMITS.bodyBytes.account) });
  expect(await api.call(await api.user(), 'POST', '/monitors', body)).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  });
});
