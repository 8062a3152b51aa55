/** What a failed `firebase deploy` means. */
export interface Diagnosis {
  /**
   * `temporary`: the same deployment succeeds in some minutes. `permanent`: a person has to do something first. `unknown`:
   * one more attempt may help.
   */
  kind: 'temporary' | 'permanent' | 'unknown';
  /** The functions that failed, by name; empty if firebase-tools named none. */
  functions: string[];
  /** What is known about it, one sentence each. */
  reasons: string[];
}

interface Rule {
  pattern: RegExp;
  kind: 'temporary' | 'permanent';
  reason: string;
}

/** Messages of Google's APIs, as firebase-tools prints them. */
const RULES: readonly Rule[] = [
  {
    pattern: /current project quotas don't allow|maxScale may not exceed|total allowable (CPU|memory)/i,
    kind: 'permanent',
    reason:
      'The quota of the region does not allow that many instances: set MAX_INSTANCES in functions/.env to the number that the message allows, or raise the quota at https://console.cloud.google.com/iam-admin/quotas?service=run.googleapis.com.',
  },
  {
    pattern: /One or more users named in the policy do not belong to a permitted customer/,
    kind: 'permanent',
    reason:
      'A policy of your organization (iam.allowedPolicyMemberDomains) forbids public functions: an organization admin has to allow allUsers in this project.',
  },
  {
    pattern: /Container Healthcheck failed|failed to start and listen on the port/i,
    kind: 'permanent',
    reason: 'A function does not start: its log is at https://console.cloud.google.com/logs.',
  },
  {
    pattern: /Blaze|billing (account|is disabled|must be enabled)|requires billing/i,
    kind: 'permanent',
    reason: 'Google reports a problem with billing: see https://console.cloud.google.com/billing.',
  },
  {
    pattern: /Authorization failed\. This account is missing|missing required permission|Missing permissions required/i,
    kind: 'permanent',
    reason: 'Your account may not deploy: a project owner has to give it the role that the message names, or Owner.',
  },
  {
    pattern: /Failed to authenticate|credentials are no longer valid/i,
    kind: 'permanent',
    reason: 'You are signed out: run npx firebase login --reauth.',
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
      /missing permission on the build service account|Access to bucket .* denied|gcf-artifacts|repository metadata|artifactregistry\.\w+|storage\.objects\.get|(service ?account|Permission).*(does not exist|denied|not (yet )?propagated)|may take a few minutes|iam\.serviceaccounts\.actAs/i,
    kind: 'temporary',
    reason: 'New services and permissions take some minutes until they work everywhere.',
  },
  {
    pattern:
      /HTTP Error: (429|500|502|503|504)|Quota exceeded for quota metric|try again|deadline|ETIMEDOUT|ECONNRESET/i,
    kind: 'temporary',
    reason: 'Google is busy or limits the number of changes in a minute.',
  },
];

/** Reads why a deployment failed from what firebase-tools has printed. */
export function diagnose(output: string): Diagnosis {
  const found = RULES.filter(({ pattern }) => pattern.test(output));
  const isPermanent = found.some(({ kind }) => kind === 'permanent');
  const relevant = isPermanent ? found.filter(({ kind }) => kind === 'permanent') : found.slice(0, 1);
  const kind = relevant[0]?.kind ?? 'unknown';
  return { kind, functions: failedFunctions(output), reasons: relevant.map(({ reason }) => reason) };
}

/** The names that firebase-tools lists in a block of their own. */
function failedFunctions(output: string): string[] {
  const block = /Functions deploy had errors with the following functions:((?:\n\t[^\n]+)+)/.exec(output)?.[1] ?? '';
  return [...block.matchAll(/\t([\w-]+)\(/g)].map(([, name = '']) => name);
}
