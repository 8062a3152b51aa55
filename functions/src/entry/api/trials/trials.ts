import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type TrialAnswer, trialCalls } from '@farwatch/core/contracts/api/trials';
import type { Trial } from '@farwatch/core/documents/trial';
import { TRIAL } from '@farwatch/core/values/limits';
import { LOCATION_CODES, orderedLocations } from '@farwatch/core/values/locations';
import { isRunByServer } from '@farwatch/core/values/url';
import { refuseBadAssertions } from '../../../domain/monitors/check-assertions.ts';
import { contactsOf, refuseBlockedHost } from '../../../domain/monitors/refuse-blocked-host.ts';
import { trials } from '../../../platform/db/collections.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { resolveSecrets } from './resolve-secrets.ts';
import { startTrial } from './start-trial.ts';

export const createTrial = route(trialCalls.create, {
  run: async (run, caller, { body: { url, check: masked, locations, endpointId } }) => {
    refuseBlockedHost(contactsOf({ url, check: masked }));
    if (isRunByServer(url))
      throw new ApiError('invalid', { details: [{ path: 'url', message: 'agents do not check it' }] });
    await refuseBadAssertions(run, caller, [{ check: masked }], () => 'check');
    const check = await resolveSecrets(run, caller, { url, check: masked, endpointId });
    const { id, trial } = await startTrial(run, {
      ownerId: caller.uid,
      url,
      check,
      locations: orderedLocations(locations),
    });
    return trialAnswer(id, trial);
  },
});

export const readTrial = route(trialCalls.read, {
  run: async (run, caller, { params: { id } }) => {
    const trial = trials.read(await trials.ref(run.db, id).get());
    if (!trial || trial.ownerId !== caller.uid) throw new ApiError('not_found');
    return trialAnswer(id, trial);
  },
});

function trialAnswer(id: string, { agents, unavailable, results, createdAt }: Trial): TrialAnswer {
  const locations = LOCATION_CODES.filter((code) => agents[code] !== undefined);
  return { id, locations, unavailable, results, endsAt: isoOf(createdAt + TRIAL.validMs) };
}
