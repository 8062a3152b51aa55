import type { LocationCode } from '@farwatch/core/values/locations';

/** An agent that its admin has made and that waits for its device. */
export interface RegisteringAgent {
  id: string;
  name: string;
  location: LocationCode;
  code: string;
}

/** Creates an agent through the API, as its admin does. Throws with the answer when that is refused. */
export async function createAgent(
  origin: string,
  idToken: string,
  { name, location }: Pick<RegisteringAgent, 'name' | 'location'>,
): Promise<RegisteringAgent> {
  const response = await fetch(`${origin}/api/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ name, country_code: location }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The agent ${name} could not be created: ${response.status} ${text}`);
  const { _id: id, registration_code: code } = JSON.parse(text) as { _id: string; registration_code: string };
  return { id, name, location, code };
}
