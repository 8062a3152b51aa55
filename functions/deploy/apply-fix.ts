import type { Fix } from './find-missing.ts';
import { type ApiAnswer, DeployError, messageOf, readAnswer } from './google.ts';
import { grantRoles, policySchema } from './policies.ts';
import type { Target } from './read-state.ts';
import { DATABASE } from './requirements.ts';

/** How many services Google enables with one request. */
const AT_ONCE = 20;

/** Adds what is missing. Google may finish later. Throws a DeployError with Google's message if it refuses. */
export async function applyFix(target: Target, fix: Fix): Promise<void> {
  const { google, projectId } = target;
  const project = `projects/${projectId}`;
  switch (fix.kind) {
    case 'enable services':
      for (let first = 0; first < fix.services.length; first += AT_ONCE) {
        const serviceIds = fix.services.slice(first, first + AT_ONCE);
        accept(await google.send('POST', 'serviceusage', `/v1/${project}/services:batchEnable`, { serviceIds }), fix);
      }
      return;
    case 'create database': {
      const body = { locationId: fix.location, type: DATABASE.type, databaseEdition: DATABASE.edition };
      accept(await google.send('POST', 'firestore', `/v1/${project}/databases?databaseId=${DATABASE.id}`, body), fix);
      return;
    }
    case 'create web app':
      accept(await google.send('POST', 'firebase', `/v1beta1/${project}/webApps`, { displayName: 'Farwatch' }), fix);
      return;
    case 'create site':
      accept(await google.send('POST', 'firebasehosting', `/v1beta1/${project}/sites?siteId=${projectId}`, {}), fix);
      return;
    case 'store secret':
      return storeSecret(target, fix);
    case 'grant':
      return grant(target, fix);
    case 'authorize domain': {
      const path = `/admin/v2/${project}/config?updateMask=authorizedDomains`;
      accept(await google.send('PATCH', 'identitytoolkit', path, { authorizedDomains: fix.domains }), fix);
    }
  }
}

async function storeSecret({ google, projectId }: Target, fix: Extract<Fix, { kind: 'store secret' }>): Promise<void> {
  const path = `/v1/projects/${projectId}/secrets`;
  // The label lets firebase-tools manage it as one that it has created.
  const secret = { replication: { automatic: {} }, labels: { 'firebase-managed': 'functions' } };
  const created = await google.send('POST', 'secretmanager', `${path}?secretId=${fix.name}`, secret);
  if (created.status !== 409) accept(created, fix);
  const payload = { data: Buffer.from(fix.value).toString('base64') };
  accept(await google.send('POST', 'secretmanager', `${path}/${fix.name}:addVersion`, { payload }), fix);
}

async function grant({ google, projectId }: Target, fix: Extract<Fix, { kind: 'grant' }>): Promise<void> {
  const onProject = fix.on === 'project';
  const api = onProject ? 'cloudresourcemanager' : 'iam';
  const path = onProject ? `/v1/projects/${projectId}` : `/v1/projects/${projectId}/serviceAccounts/${fix.account}`;
  const read = onProject
    ? await google.send('POST', api, `${path}:getIamPolicy`, { options: { requestedPolicyVersion: 3 } })
    : await google.send('POST', api, `${path}:getIamPolicy?options.requestedPolicyVersion=3`, {});
  const before = readAnswer(read, policySchema, 'The roles cannot be read');
  if (!before) throw new DeployError('The roles cannot be read');
  const policy = grantRoles(before, `serviceAccount:${fix.account}`, fix.roles);
  // With its etag, so that a change of somebody else in between is refused and not lost.
  accept(await google.send('POST', api, `${path}:setIamPolicy`, { policy }), fix);
}

function accept(answer: ApiAnswer, fix: Fix): void {
  if (answer.status >= 400) throw new DeployError(`Google refused to ${fix.kind}: ${messageOf(answer)}`);
}
