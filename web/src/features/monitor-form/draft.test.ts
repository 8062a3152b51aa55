import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { endpointFieldsSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { editOf, NEW_DRAFT, sentOf } from './draft.ts';

const A = { ...endpointFieldsSample({ url: 'https://a.test/', name: '' }), id: 'a' };

/**
 * The server names a new unnamed endpoint by the same rule, because another tab may have stored it under a better name.
 */
it.each<[string, Partial<EndpointContent>, string]>([
  ['a name stays', { name: ' API ' }, 'API'],
  ['an emptied one becomes the description', { description: 'Door' }, 'Door'],
  ['or else the place', { name: ' ' }, 'Endpoint 1'],
  ['a new one is left empty', { id: 'new1' }, ''],
])('%s', (_, given, name) => {
  const draft = { ...NEW_DRAFT, name: 'Shop', endpoints: [{ ...A, ...given }] };
  expect(sentOf(draft).endpoints[0]?.name).toBe(name);
  expect(editOf(draft).endpoints[0]?.name).toBe(name);
});

it('gives what would be stored, and what is invalid as it is', () => {
  const edit = editOf({ ...NEW_DRAFT, name: '', description: ' d ', endpoints: [{ ...A, url: 'B.test', name: 'B' }] });
  expect(edit).toMatchObject({ name: '', description: 'd', endpoints: [{ url: 'https://b.test/', name: 'B' }] });
});
