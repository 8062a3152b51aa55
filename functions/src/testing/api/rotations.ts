import type { Call } from './calls.ts';
import type { TestUser } from './sign-in.ts';
import type { TestApi } from './test-api.ts';

/** A rotation of the owner alone, with changes. */
export function rotationBody({ uid }: Pick<TestUser, 'uid'>, changes: Record<string, unknown> = {}) {
  return {
    name: 'Servers',
    people: [uid],
    every: 1,
    unit: 'weeks',
    start: '2026-01-05T09:00',
    timeZone: 'Asia/Taipei',
    ...changes,
  };
}

/** Adds a rotation to the owner's account, and returns its id. */
export async function addRotation(
  api: TestApi,
  owner: TestUser,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await api.call(owner, 'POST', '/v1/rotations', rotationBody(owner, changes));
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

/** The account's first rotation, or a new one. */
async function spareRotation(api: TestApi, admin: TestUser): Promise<string> {
  const { body } = await api.call(admin, 'GET', '/v1/rotations');
  const [first] = (body as { rotations: { id: string }[] }).rotations;
  return first?.id ?? addRotation(api, admin);
}

const hoursAhead = (api: TestApi, hours: number) => new Date(api.clock.nowMs + hours * 3_600_000).toISOString();

/** A call of each route about rotations and the people of an account on the seeded data. */
export const ROTATION_CALLS: Record<string, Call> = {
  'get /v1/rotations': async ({ admin }, api) => {
    await spareRotation(api, admin);
    return { path: '/v1/rotations' };
  },
  'post /v1/incidents/assign': async ({ admin }, api) => {
    const { body } = await api.call(admin, 'GET', '/incidents');
    const [incident] = (body as { data: { id: string; assignee: string | null }[] }).data;
    // Each call changes it.
    return {
      path: '/v1/incidents/assign',
      body: { id: incident?.id, personId: incident?.assignee ? null : admin.uid },
    };
  },
  'put /v1/channels/:id/duty': async ({ admin }, api) => {
    const input = { type: 'webhook', name: 'Bot', settings: { url: 'https://hooks.farwatch.test/duty' } };
    const { body } = await api.call(admin, 'POST', '/v1/channels', input);
    const path = `/v1/channels/${(body as { id: string }).id}/duty`;
    return { path, body: { personId: admin.uid, onDutyIn: await spareRotation(api, admin) } };
  },
  'get /v1/rotations/:id/shifts': async ({ admin }, api) => ({
    path: `/v1/rotations/${await spareRotation(api, admin)}/shifts`,
  }),
  'post /v1/rotations': async ({ admin }, api) => {
    await api.call(admin, 'DELETE', `/v1/rotations/${await spareRotation(api, admin)}`);
    return { path: '/v1/rotations', body: rotationBody(admin) };
  },
  'put /v1/rotations/:id': async ({ admin }, api) => ({
    path: `/v1/rotations/${await spareRotation(api, admin)}`,
    body: rotationBody(admin, { name: 'Servers at night' }),
  }),
  'delete /v1/rotations/:id': async ({ admin }, api) => ({
    path: `/v1/rotations/${await spareRotation(api, admin)}`,
  }),
  'post /v1/rotations/:id/overrides': async ({ admin }, api) => ({
    path: `/v1/rotations/${await spareRotation(api, admin)}/overrides`,
    body: { overrides: [{ uid: admin.uid, endsAt: hoursAhead(api, 3) }] },
  }),
  'delete /v1/rotations/:id/overrides/:overrideId': async ({ admin }, api) => {
    const id = await spareRotation(api, admin);
    const overrides = [{ uid: admin.uid, endsAt: hoursAhead(api, 3) }];
    const { body } = await api.call(admin, 'POST', `/v1/rotations/${id}/overrides`, { overrides });
    const override = (body as { overrides: { id: string }[] }).overrides.at(-1);
    return { path: `/v1/rotations/${id}/overrides/${override?.id}` };
  },
};
