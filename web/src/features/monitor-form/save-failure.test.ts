import type { MonitorContent, MonitorInput } from '@farwatch/core/contracts/api/monitors';
import { endpointFieldsSample, monitorContentSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { saveFailureKey } from './save-failure.ts';

const endpoint = (url: string) => endpointFieldsSample({ url });
const before = monitorContentSample({
  name: 'Shop',
  locations: ['tw', 'th'],
  endpoints: [
    { id: 'e1', ...endpoint('https://a.test/') },
    { id: 'e2', ...endpoint('https://b.test/') },
  ],
});
const unchanged: MonitorInput = { ...before, endpoints: [endpoint('https://a.test/'), endpoint('https://b.test/')] };
const more = [...unchanged.endpoints, endpoint('https://c.test/')];
const fewer = unchanged.endpoints.slice(1);
const other = [...fewer, endpoint('https://c.test/')];

it.each<[string, MonitorContent | null, Partial<MonitorInput>]>([
  ['form.errors.createFailed', null, {}],
  ['form.errors.updateFailed', before, {}],
  ['form.errors.updateFailed', before, { name: 'Shops' }],
  ['form.errors.updateFailed', before, { description: 'x', endpoints: more }],
  ['form.errors.updateFailed', before, { locations: ['tw'], endpoints: fewer }],
  ['form.errors.updateFailed', before, { locations: ['tw', 'bd'] }],
  ['form.errors.addFailed', before, { endpoints: more }],
  ['form.errors.removeFailed', before, { endpoints: fewer }],
  ['form.errors.updateFailed', before, { endpoints: other }],
])('%s', (key, stored, change) => {
  expect(saveFailureKey(stored, { ...unchanged, ...change })).toBe(key);
});
