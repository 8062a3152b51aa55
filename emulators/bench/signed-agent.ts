import { generateKeyPairSync, sign } from 'node:crypto';
import { agentTokenCall, tokenMessage } from '@farwatch/core/contracts/calls/agent-token';
import { type CheckInInput, type CheckInOutput, checkInCall } from '@farwatch/core/contracts/calls/check-in';
import { registerAgentCall } from '@farwatch/core/contracts/calls/register-agent';
import type { LocationCode } from '@farwatch/core/values/locations';
import { z } from 'zod';
import { createAgent } from '../src/agents/registration.ts';
import { signIn } from '../src/agents/sign-in.ts';
import { accounts } from '../src/project.ts';
import type { Stage } from './stage.ts';

/** An agent that has registered with its code and signed in with its key, and whose reports are made here. */
export interface SignedAgent {
  id: string;
  checkIn(report: CheckInInput): Promise<CheckInOutput>;
}

export const DEVICE: CheckInInput['device'] = {
  ...{ deviceName: 'bench', deviceId: 'bench', osName: 'Linux', osVersion: '6', appVersion: '1.0.0' },
  ...{ batteryPercent: null, batteryCharging: null, memoryUsage: null },
};

/** Creates an agent through the API, registers it and signs it in, all with real calls. */
export async function registerThisAgent(
  { addresses }: Stage,
  name: string,
  location: LocationCode,
): Promise<SignedAgent> {
  const { functions, authHost, origin } = addresses;
  const { id, code } = await createAgent(origin, await signIn(authHost, accounts.admin), { name, location });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  await call(functions, registerAgentCall, { code, publicKey: key, device: DEVICE });
  const at = Date.now();
  const signature = sign(null, Buffer.from(tokenMessage(id, at)), privateKey).toString('base64');
  const { token } = await call(functions, agentTokenCall, { agentId: id, at, signature });
  const idToken = await signInByToken(authHost, token);
  return { id, checkIn: (report) => call(functions, checkInCall, report, idToken) };
}

type Call<Input, Output> = { name: string; input: z.ZodType<Input>; output: z.ZodType<Output> };

/** Calls a function as Firebase's SDK does. Throws with the answer if it is refused. */
async function call<Input, Output>(
  functions: string,
  { name, output }: Call<Input, Output>,
  data: Input,
  idToken?: string,
): Promise<Output> {
  const authorization = idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
  const response = await fetch(`${functions}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ data }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} was refused: ${response.status} ${text}`);
  const { result } = z.object({ result: z.unknown() }).parse(JSON.parse(text));
  return output.parse(result);
}

async function signInByToken(authHost: string, token: string): Promise<string> {
  const url = `http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=demo-api-key`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, returnSecureToken: true }),
  });
  return z.object({ idToken: z.string() }).parse(await response.json()).idToken;
}
