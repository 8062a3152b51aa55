import { z } from 'zod';
import { projectId } from '../project.ts';
import type { Inbox } from './inbox.ts';

const codesSchema = z.object({
  oobCodes: z
    .array(z.object({ email: z.string(), requestType: z.string(), oobCode: z.string(), oobLink: z.string() }))
    .default([]),
});

const SUBJECTS: Record<string, string> = {
  VERIFY_EMAIL: 'Verify your email for Farwatch',
  PASSWORD_RESET: 'Reset your password for Farwatch',
  EMAIL_SIGNIN: 'Sign in to Farwatch',
};

/**
 * Adds the mails of the Auth emulator, which sends none but lists their links until they are used. Their texts are this
 * program's own: in production they are Firebase's templates.
 */
export async function addAuthMails(authHost: string, inbox: Inbox): Promise<void> {
  const url = `http://${authHost}/emulator/v1/projects/${projectId}/oobCodes`;
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  // The emulator has not started yet, or is stopping.
  if (!response?.ok) return;
  for (const { email, requestType, oobCode, oobLink } of codesSchema.parse(await response.json()).oobCodes) {
    const subject = SUBJECTS[requestType] ?? requestType;
    const headers = { from: 'Firebase Auth emulator' };
    const text = `${subject}:\n\n${oobLink}\n`;
    inbox.addOnce(oobCode, { at: Date.now(), to: email, subject, text, html: null, headers });
  }
}
