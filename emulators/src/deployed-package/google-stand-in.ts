import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { readText, sendJson } from '../platform/http-body.ts';
import { listenLocally } from '../platform/local-server.ts';

/** The service account that functions run as. */
export const SERVICE_ACCOUNT = 'functions@farwatch.test';
const METADATA_ROOT = '/computeMetadata/v1';
const ACCESS_TOKEN = 'access-token-of-the-metadata-server';

const signBlobSchema = z.object({ payload: z.string() });

export interface GoogleStandIn {
  /** localhost:port, for GCE_METADATA_HOST. */
  host: string;
  /** The key by which the IAM API signs for the service account. */
  publicKey: KeyObject;
  close(): Promise<void>;
}

/**
 * A metadata server, which gives the service account's name and access token, and the method of the IAM API that signs
 * with the account's key, for callers with that token.
 */
export async function startGoogle(): Promise<GoogleStandIn> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = await listenLocally((request, response) => void answer(request, response, privateKey), 0);
  return { host: `localhost:${server.port}`, publicKey, close: server.close };
}

async function answer(request: IncomingMessage, response: ServerResponse, key: KeyObject): Promise<void> {
  const path = request.url ?? '';
  if (path.startsWith(METADATA_ROOT)) return answerMetadata(path, request, response);
  if (path !== `/v1/projects/-/serviceAccounts/${SERVICE_ACCOUNT}:signBlob`) return sendJson(response, 404, {});
  if (request.headers.authorization !== `Bearer ${ACCESS_TOKEN}`) return sendJson(response, 401, {});
  const { payload } = signBlobSchema.parse(JSON.parse(await readText(request)));
  const signedBlob = sign('sha256', Buffer.from(payload, 'base64'), key).toString('base64');
  sendJson(response, 200, { keyId: 'key1', signedBlob });
}

/** The answers of the metadata server: JSON, or text. */
const METADATA: Record<string, object | string> = {
  '/instance': {},
  '/instance/service-accounts/': { default: { email: SERVICE_ACCOUNT } },
  '/instance/service-accounts/default/email': SERVICE_ACCOUNT,
  '/instance/service-accounts/default/token': { access_token: ACCESS_TOKEN, expires_in: 3600, token_type: 'Bearer' },
  '/universe/universe-domain': 'googleapis.com',
};

function answerMetadata(path: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const found = METADATA[new URL(path, 'http://metadata').pathname.slice(METADATA_ROOT.length)];
  const isAllowed = headers['metadata-flavor'] === 'Google';
  response.setHeader('metadata-flavor', 'Google');
  if (isAllowed && typeof found === 'string') response.end(found);
  else if (isAllowed && found) sendJson(response, 200, found);
  else sendJson(response, isAllowed ? 404 : 403, {});
}
