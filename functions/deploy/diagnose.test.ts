import { describe, expect, it } from 'vitest';
import { diagnose } from './diagnose.ts';

const summary = (...names: string[]) =>
  `\n\nFunctions deploy had errors with the following functions:${names.map((name) => `\n\t${name}(asia-east1)`).join('')}\n\nError: There was an error deploying functions\n`;

const EVENTARC =
  'Validation failed for trigger projects/p/locations/asia-east1/triggers/t: Invalid resource state for "": Permission denied while using the Eventarc Service Agent. If you recently started to use Eventarc, it may take a few minutes before all necessary permissions are propagated to the Service Agent.';
const CPU =
  "Your current project quotas don't allow for the current max instances setting of 40. Either reduce this function's maximum instances, or request a quota increase";

/** What firebase-tools prints on its way. */
const PROGRESS = `i  functions: preparing codebase default for deployment
i  functions: ensuring required API cloudfunctions.googleapis.com is enabled...
i  artifactregistry: ensuring required API artifactregistry.googleapis.com is enabled...
✔  artifactregistry: required API artifactregistry.googleapis.com is enabled
⚠  functions: missing required API cloudbuild.googleapis.com. Enabling now...
i  functions: waiting for API cloudbuild.googleapis.com to activate...
i  functions: ensuring 1-compute@developer.gserviceaccount.com access to secret SMTP_URL.
⚠  functions: got "Quota Exceeded" error while trying to update projects/p/locations/r/functions/f. Waiting to retry...
`;

const cases: [string, string, string, RegExp | null][] = [
  [
    'contention of indexes',
    'Error: Request to https://firestore.googleapis.com/v1/x had HTTP Error: 409, too much contention on these datastore entities. please try again.',
    'temporary',
    /so much at the same time/,
  ],
  ['first permissions of Eventarc', EVENTARC, 'temporary', /Eventarc/],
  [
    'the first build',
    'Unable to retrieve the repository metadata for projects/p/locations/asia-east1/repositories/gcf-artifacts.',
    'temporary',
    /permissions/,
  ],
  [
    'a build by an account that has just got its role',
    'Build failed: failed to Fetch: Access to bucket gcf-v2-sources-1-asia-east1 denied. You must grant Storage Object Viewer permission to 1-compute@developer.gserviceaccount.com.',
    'temporary',
    /permissions/,
  ],
  [
    'the same, as Cloud Functions puts it',
    'Build failed with status: FAILURE. Could not build the function due to a missing permission on the build service account.',
    'temporary',
    /permissions/,
  ],
  [
    'a secret that cannot be read yet',
    'Permission denied on secret: projects/1/secrets/KEY',
    'temporary',
    /permissions/,
  ],
  ['too many changes in a minute', 'HTTP Error: 429, Quota exceeded for quota metric', 'temporary', /busy/],
  ['too many instances', `HTTP Error: 400, ${CPU}`, 'permanent', /MAX_INSTANCES/],
  ['a permanent and a temporary failure together', `${EVENTARC}\n${CPU}`, 'permanent', /MAX_INSTANCES/],
  [
    'more CPUs than the region has',
    'Could not create or update Cloud Run service api. Quota exceeded for total allowable CPU per project per region.',
    'temporary',
    /CPUs/,
  ],
  [
    'a disabled secret, after lines that name APIs',
    `${PROGRESS}Error: Failed to validate secret versions:\n- FirebaseError Expected secret SMTP_URL@1 to be in state ENABLED not DISABLED.`,
    'permanent',
    /secret/,
  ],
  [
    'missing rights, after lines that name APIs',
    `${PROGRESS}Request to https://cloudfunctions.googleapis.com/v2/x had HTTP Error: 403, The caller does not have permission`,
    'permanent',
    /Who deploys/,
  ],
  [
    'a name that was deleted',
    `${PROGRESS}Error: Request to https://cloudtasks.googleapis.com/v2/x had HTTP Error: 400, The queue cannot be created because a queue with this name existed too recently.`,
    'permanent',
    /three to seven days/,
  ],
  [
    'a build',
    `${PROGRESS}Error: functions predeploy error: Command terminated with non-zero exit code 1`,
    'permanent',
    /build/,
  ],
  ['something else after lines that name APIs', `${PROGRESS}Error: An unexpected error has occurred.`, 'unknown', null],
  [
    'an API that is enabled but not everywhere',
    'HTTP Error: 403, Cloud Tasks API has not been used in project 1 before or it is disabled.',
    'temporary',
    /take some minutes/,
  ],
  ['a function that does not start', 'Container Healthcheck failed. Revision is not ready', 'permanent', /log/],
  ['no login', 'Error: Failed to authenticate, have you run firebase login?', 'permanent', /firebase login/],
  ['anything else', 'Error: An unexpected error has occurred.', 'unknown', null],
];

describe('diagnose', () => {
  it.each(cases)('%s', (_, output, kind, reason) => {
    const found = diagnose(output);
    expect(found.kind).toBe(kind);
    if (reason) expect(found.reasons.join(' ')).toMatch(reason);
    else expect(found.reasons).toEqual([]);
  });

  it('names the functions that failed', () => {
    expect(diagnose(`${EVENTARC}${summary('notifyOwner', 'checkIn')}`).functions).toEqual(['notifyOwner', 'checkIn']);
    expect(diagnose('Error: no network').functions).toEqual([]);
  });

  it('names the functions that nobody may call yet', () => {
    const output = `${summary('api', 'checkIn').trimEnd()}`.replace(
      '\n\nError',
      '\n\nUnable to set the invoker for the IAM policy on the following functions:\n\tapi(asia-east1)\n\nSome common causes of this:\n\nError',
    );
    expect(diagnose(output)).toMatchObject({ functions: ['api', 'checkIn'], withoutInvoker: ['api'] });
  });
});
