import { apiCall } from '@farwatch/core/contracts/api/call';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkAnswer } from './check-answer.ts';

const output = z.object({ id: z.string() });
const call = apiCall({
  method: 'get',
  path: '/things',
  scope: 'read',
  role: 'viewer',
  summary: 'Things',
  output,
  errors: ['conflict'],
});
const error = (code: string) => ({ error: 'No', code });

it.each([
  [200, { id: 'a' }],
  [401, error('unauthenticated')],
  [409, error('conflict')],
])('accepts %i with %j', (status, body) => {
  expect(() => checkAnswer(call, { status, body })).not.toThrow();
});

it.each([
  [200, { id: 1 }, 'expected string'],
  [200, { id: 'a', more: 1 }, 'not in the schema'],
  [201, { id: 'a' }, 'does not declare status 201'],
  [409, error('limit_reached'), 'get /things does not declare limit_reached'],
  [404, error('not_found'), 'does not declare not_found'],
  [500, {}, 'code'],
])('rejects %i with %j: %s', (status, body, why) => {
  expect(() => checkAnswer(call, { status, body })).toThrow(why);
});
