import { demoDocuments } from '@farwatch/emulators/seed/seed';
import { UIDS } from '@farwatch/emulators/seed/users';
import type { TestUser } from './api/sign-in.ts';
import { userIdToken } from './api/sign-in.ts';
import type { TestApi } from './api/test-api.ts';

/** Stores the demo project, whose monitors have 120 days, as of the test's clock. Returns its signed-in user. */
export async function putDemo(api: TestApi): Promise<TestUser> {
  const { documents } = demoDocuments('https://demo.farwatch.test', api.clock.nowMs);
  await documents.write(api.project.run(api.clock.nowMs).db);
  return { uid: UIDS.user, email: '', token: await userIdToken(api.auth, UIDS.user) };
}
