import { z } from 'zod';
import { addressesFromEnv } from '../../src/addresses.ts';
import { projectId } from '../../src/project.ts';

const codesSchema = z.object({
  oobCodes: z.array(z.object({ email: z.string(), oobCode: z.string(), oobLink: z.string() })),
});

/** The code in the newest mail to the address, from the Auth emulator. */
export async function mailedCode(email: string): Promise<string> {
  return (await newest(email)).oobCode;
}

/** The whole link in that mail, which opens the provider's own page first. */
export async function mailedLink(email: string): Promise<string> {
  return (await newest(email)).oobLink;
}

async function newest(email: string) {
  const { authHost } = addressesFromEnv();
  const answer = await fetch(`http://${authHost}/emulator/v1/projects/${projectId}/oobCodes`);
  const { oobCodes } = codesSchema.parse(await answer.json());
  const mail = oobCodes.filter((each) => each.email === email).at(-1);
  if (!mail) throw new Error(`No mail was sent to ${email}.`);
  return mail;
}
