import { createHash, createHmac, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentTokenCall, tokenMessage } from '@farwatch/core/contracts/calls/agent-token';
import { registerAgentCall } from '@farwatch/core/contracts/calls/register-agent';
import {
  agentSchema,
  agentStateSchema,
  newAgent,
  newAgentState,
  registrationSchema,
} from '@farwatch/core/documents/agent';
import { DEVICE } from '@farwatch/core/testing/samples';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { paymentSecrets } from '../project.ts';
import { SeedDocuments } from '../seed/documents.ts';
import { type GoogleStandIn, SERVICE_ACCOUNT, startGoogle } from './google-stand-in.ts';
import { type InstalledPackage, installPackage, type RunningFunction } from './installed-package.ts';

/** They install the package from the registry. */
const MINUTES = { tags: 'minutes' };
const PROJECT = `deployed-${randomBytes(4).toString('hex')}`;
const AGENT_ID = 'agentOfThisTest';
const CODE = `${AGENT_ID}-${randomBytes(16).toString('base64url')}`;
/** A second attempt uses the same keys, since only the same device may use the code again. */
const DEVICE_KEYS = generateKeyPairSync('ed25519');
const TARGETS = ['api', 'payments', 'registerAgent', 'agentToken'] as const;

let google: GoogleStandIn;
let installed: InstalledPackage;
const running = new Map<string, RunningFunction>();

beforeAll(async () => {
  [google, installed] = await Promise.all([startGoogle(), installPackage(), seedAgent()]);
  const env = {
    FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT }),
    GCLOUD_PROJECT: PROJECT,
    FIRESTORE_EMULATOR_HOST: process.env.FIRESTORE_EMULATOR_HOST ?? '',
    GCE_METADATA_HOST: google.host,
    IAM_STAND_IN: `http://${google.host}`,
    ...paymentSecrets,
  };
  const start = async (target: string) => void running.set(target, await installed.start(target, env));
  await Promise.all(TARGETS.map(start));
});

afterAll(async () => {
  await Promise.all([...running.values()].map((each) => each.stop()));
  await google?.close();
  installed?.remove();
});

/** An agent that waits for its device. */
async function seedAgent(): Promise<void> {
  const app = initializeApp({ projectId: PROJECT }, PROJECT);
  const documents = new SeedDocuments();
  const agent = newAgent({ ownerId: 'admin', name: 'Rack', location: 'tw', description: '' }, Date.now());
  documents.put(agentSchema, `agents/${AGENT_ID}`, agent);
  documents.put(agentStateSchema, `agentStates/${AGENT_ID}`, newAgentState('tw'));
  documents.put(registrationSchema, `agents/${AGENT_ID}/private/registration`, {
    code: CODE,
    codeHash: createHash('sha256').update(CODE).digest('hex'),
    expiresAt: Date.now() + 3_600_000,
    usedAt: null,
    usedByKey: null,
  });
  await documents.write(getFirestore(app));
  await deleteApp(app);
}

/** Calls the function as soon as it listens. */
async function ask(target: (typeof TARGETS)[number], path: string, init: RequestInit = {}): Promise<Response> {
  const { origin } = running.get(target) ?? {};
  let answer: Response | undefined;
  await expect
    .poll(async () => {
      answer = await fetch(`${origin}${path}`, init).catch(() => undefined);
      return answer;
    })
    .toBeDefined();
  return answer ?? Response.error();
}

/** Calls a function as the agents do. The first address is forged; the platform appends the second. */
async function call<Output>(
  { name, output }: { name: 'registerAgent' | 'agentToken'; output: z.ZodType<Output> },
  data: object,
): Promise<Output> {
  const answer = await ask(name, '/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.9, 192.0.2.7' },
    body: JSON.stringify({ data }),
  });
  return output.parse(z.object({ result: z.unknown() }).parse(await answer.json()).result);
}

it('is installed from its lockfile', MINUTES, () => {
  const packagesOf = (path: string) => {
    const read = z.object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) });
    const { packages } = read.parse(JSON.parse(readFileSync(join(installed.dir, path), 'utf8')));
    return Object.entries(packages)
      .flatMap(([folder, { version }]) => (folder ? [`${folder} ${version}`] : []))
      .sort();
  };
  expect(packagesOf('node_modules/.package-lock.json')).toEqual(packagesOf('package-lock.json'));
});

it('lists what to deploy, by the settings', MINUTES, async () => {
  const file = join(installed.dir, 'functions.yaml');
  await installed.discover(file, { MAX_INSTANCES: '30', PAYMENTS_MIN_INSTANCES: '1' });
  const { endpoints } = z.object({ endpoints: z.unknown() }).parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(endpoints).toMatchObject({
    checkIn: { cpu: 1, minInstances: null, maxInstances: 30 },
    payments: { cpu: 1, minInstances: 1, maxInstances: 5 },
    sweep: { cpu: 0.5, maxInstances: 2 },
  });
});

it('answers the API’s callers', MINUTES, async () => {
  expect((await ask('api', '/api/openapi.json')).status).toBe(200);
  expect((await ask('api', '/api/monitors')).status).toBe(401);
});

it('reads notifications of payments', MINUTES, async () => {
  const body = JSON.stringify({
    ...{ payment_id: 1, payment_status: 'finished', price_amount: 25, price_currency: 'usd' },
    order_id: 'unknown',
  });
  const sorted = JSON.stringify(JSON.parse(body), Object.keys(JSON.parse(body) as object).sort());
  const notify = async (secret: string) => {
    const signature = createHmac('sha512', secret).update(sorted).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-nowpayments-sig': signature };
    return (await ask('payments', '/payment/ipn', { method: 'POST', headers, body })).status;
  };
  expect(await notify('another secret')).toBe(403);
  expect(await notify(paymentSecrets.NOWPAYMENTS_IPN_SECRET)).toBe(404);
});

it('registers an agent, and signs its token by Google’s IAM', MINUTES, async () => {
  const key = DEVICE_KEYS.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const registered = await call(registerAgentCall, { code: CODE, publicKey: key, device: DEVICE });
  expect(registered).toMatchObject({ agentId: AGENT_ID, name: 'Rack', location: 'tw' });
  const at = Date.now();
  const signature = sign(null, Buffer.from(tokenMessage(AGENT_ID, at)), DEVICE_KEYS.privateKey).toString('base64');
  const { token, seenAs } = await call(agentTokenCall, { agentId: AGENT_ID, at, signature });
  expect(seenAs).toBe('192.0.2.7');
  const [header, payload = '', signed = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    google.publicKey,
    Buffer.from(signed, 'base64url'),
  );
  expect(isSigned).toBe(true);
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    iss: SERVICE_ACCOUNT,
    uid: `agent_${AGENT_ID}_1`,
    claims: { agent: AGENT_ID, tokenGeneration: 1 },
  });
});
