/** What a failed `firebase deploy` means. */
export interface Diagnosis {
  /**
   * `temporary`: the same deployment succeeds in some minutes. `permanent`: a person has to do something first. `unknown`:
   * one more attempt may help.
   */
  kind: 'temporary' | 'permanent' | 'unknown';
  /** The functions that failed, by name; empty if firebase-tools named none. */
  functions: string[];
  /** Those of them that are deployed, and that only nobody may call yet. */
  withoutInvoker: string[];
  /** What is known about it, one sentence each. */
  reasons: string[];
}

interface Rule {
  pattern: RegExp;
  kind: 'temporary' | 'permanent';
  reason: string;
}

/** Messages of Google's APIs and of firebase-tools, as firebase-tools prints them. */
const RULES: readonly Rule[] = [
  {
    pattern: /predeploy error/,
    kind: 'permanent',
    reason: 'The build failed: see its messages above.',
  },
  {
    pattern: /current project quotas don't allow|maxScale may not exceed/i,
    kind: 'permanent',
    reason:
      'The quota of the region does not allow that many instances: set MAX_INSTANCES in functions/.env to the number that the message allows, or raise the quota at https://console.cloud.google.com/iam-admin/quotas?service=run.googleapis.com.',
  },
  {
    pattern: /Expected secret \S+ to be in state ENABLED/,
    kind: 'permanent',
    reason:
      'The newest version of a secret is not enabled: enable it at https://console.cloud.google.com/security/secret-manager, or store a new one with npx firebase functions:secrets:set.',
  },
  {
    pattern: /queue with this name existed too recently/i,
    kind: 'permanent',
    reason:
      'A task queue of this name was deleted, and Google frees its name only after three to seven days: deploy again then, or use another project.',
  },
  {
    pattern: /Container Healthcheck failed|failed to start and listen on the port/i,
    kind: 'permanent',
    reason: 'A function does not start: its log is at https://console.cloud.google.com/logs.',
  },
  {
    pattern: /Blaze|billing (account|is disabled|must be enabled)|requires billing/i,
    kind: 'permanent',
    reason:
      'Google reports a problem with billing: see https://console.cloud.google.com/billing, and docs/deployment.md, Billing.',
  },
  {
    pattern:
      /Authorization failed\. This account is missing|missing required permission|Missing permissions required|The caller does not have permission|failed to modify the IAM policy|Permissions denied enabling/i,
    kind: 'permanent',
    reason: 'Your account may not deploy: a project owner has to give it the roles in docs/deployment.md, Who deploys.',
  },
  {
    pattern: /Failed to authenticate|credentials are no longer valid|invalid authentication credentials/i,
    kind: 'permanent',
    reason: 'You are signed out: run npx firebase login --reauth.',
  },
  {
    pattern: /Quota exceeded for total allowable|total allowable (CPU|memory)/i,
    kind: 'temporary',
    reason:
      'The instances that run and start in the region need more CPUs than its quota has, which is 20 in a new project. Instances without work end within a quarter of an hour.',
  },
  {
    pattern: /first time using 2nd gen functions|Eventarc Service Agent|recently started to use Eventarc/i,
    kind: 'temporary',
    reason: 'Eventarc receives its first permissions, which takes some minutes.',
  },
  {
    pattern: /contention|HTTP Error: 409|ABORTED/i,
    kind: 'temporary',
    reason: 'Google asks not to change so much at the same time.',
  },
  {
    pattern:
      /missing permission on the build service account|Access to bucket .* denied|repository metadata|artifactregistry\.\w+\.\w+' denied|storage\.objects\.get|(service ?account|Permission).*(does not exist|denied|not (yet )?propagated)|may take a few minutes|has not been used in project|iam\.serviceaccounts\.actAs/i,
    kind: 'temporary',
    reason: 'New services and permissions take some minutes until they work everywhere.',
  },
  {
    pattern:
      /HTTP Error: (429|500|502|503|504)|Quota exceeded for quota metric|try again|deadline|ETIMEDOUT|ECONNRESET|Timed out/i,
    kind: 'temporary',
    reason: 'Google is busy or limits the number of changes in a minute.',
  },
];

/** Lines about progress, and warnings about what firebase-tools then does itself: they name APIs and permissions, too. */
const PROGRESS = /^(?:i|✔|\+) |missing required API|Waiting to retry|Some common causes/;

/** Reads why a deployment failed from what firebase-tools has printed. */
export function diagnose(output: string): Diagnosis {
  const errors = output.split('\n').filter((line) => !PROGRESS.test(line));
  const found = RULES.filter(({ pattern }) => errors.some((line) => pattern.test(line)));
  const isPermanent = found.some(({ kind }) => kind === 'permanent');
  const relevant = isPermanent ? found.filter(({ kind }) => kind === 'permanent') : found.slice(0, 1);
  return {
    kind: relevant[0]?.kind ?? 'unknown',
    functions: namesAfter('Functions deploy had errors with the following functions:', output),
    withoutInvoker: namesAfter('Unable to set the invoker for the IAM policy on the following functions:', output),
    reasons: relevant.map(({ reason }) => reason),
  };
}

/** The functions that firebase-tools lists in a block of their own below that line. */
function namesAfter(heading: string, output: string): string[] {
  const block = /^(?:\n\t[^\n]+)+/.exec(output.split(heading)[1] ?? '')?.[0] ?? '';
  return [...block.matchAll(/\t([\w-]+)\(/g)].map(([, name = '']) => name);
}
