import { expect, it } from 'vitest';
import { grantRoles } from './policies.ts';

const policy = {
  etag: 'first',
  bindings: [
    { role: 'roles/a', members: ['user:x', 'serviceAccount:y'] },
    { role: 'roles/b', members: ['serviceAccount:y'], condition: { expression: 'request.time < t' } },
  ],
};

it('adds the roles that are missing, or are there only under a condition, and keeps the rest', () => {
  const granted = grantRoles(policy, 'serviceAccount:y', ['roles/a', 'roles/b', 'roles/c']);
  const added = ['roles/b', 'roles/c'].map((role) => ({ role, members: ['serviceAccount:y'] }));
  expect(granted).toEqual({ etag: 'first', version: 3, bindings: [...policy.bindings, ...added] });
});
