import { sharedIncidentCalls } from '@farwatch/core/contracts/api/shared-incidents';
import type { ActionRequest } from '@farwatch/core/decisions/incidents/act-on-incident';
import { makeCall } from '../../lib/api/make-call.ts';
import { readStored, writeStored } from '../../lib/browser/storage.ts';
import { hasStoredSession } from '../../lib/session/load-auth.ts';
import { type ShownIncident, shownIncident } from './shown-incident.ts';

const NAME_KEY = 'farwatch.visitorName';

/** The name that a visitor gave last in this browser; empty before. */
export function rememberedName(): string {
  return readStored('local', NAME_KEY) ?? '';
}

/** Acts as the signed-in user, else under this name, and remembers the name. Returns the incident afterwards. */
export async function actThroughLink(token: string, name: string, request: ActionRequest): Promise<ShownIncident> {
  writeStored('local', NAME_KEY, name.trim() || null);
  return shownIncident(await send(token, name, request));
}

function send(token: string, name: string, request: ActionRequest) {
  const params = { token };
  switch (request.do) {
    case 'acknowledge':
      return makeCall(sharedIncidentCalls.acknowledge, { params, body: { name, note: request.note } }, { getToken });
    case 'unacknowledge':
      return makeCall(sharedIncidentCalls.unacknowledge, { params, body: { name } }, { getToken });
    case 'snooze':
      return makeCall(sharedIncidentCalls.snooze, { params, body: { name, minutes: request.minutes } }, { getToken });
    case 'note':
      throw new Error('links take no notes of their own');
  }
}

/** Loads Firebase only for a stored sign-in. */
async function getToken(isFresh: boolean): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const { auth } = await import('../../lib/firebase/auth.ts');
  await auth.authStateReady();
  return auth.currentUser?.getIdToken(isFresh);
}
