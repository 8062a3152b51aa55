import { expect, it } from 'vitest';
import { endpointSample, NOW } from '../../testing/samples.ts';
import { newHeartbeat } from './plan-heartbeat.ts';
import { voteUpdateOf } from './vote-update.ts';

const endpoint = endpointSample({ url: 'heartbeat://backup' });
const heartbeat = newHeartbeat({ id: 'endpoint', endpoint, pingKey: 'key' }, NOW);

it.each([
  ['all of a short output', 'copying\ndisk full', 'copying\ndisk full', false],
  ['the end of a long one', `${'a'.repeat(3000)}disk full`, `${'a'.repeat(2039)}disk full`, true],
])('the evidence of a failed job has %s', (_, body, shown, isCut) => {
  const vote = { sinceMs: NOW, error: 'jobFailed' as const, exitStatus: 1, body };
  expect(voteUpdateOf(heartbeat, vote).evidence?.failed).toMatchObject({ body: shown, isCut, statusCode: 1 });
});
