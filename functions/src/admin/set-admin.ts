import type { Auth } from 'firebase-admin/auth';

/**
 * Grants a user the role admin or revokes it; returns a sentence about the result. Tokens with the former role are revoked.
 * Throws auth/user-not-found for an unknown e-mail.
 */
export async function setAdmin(auth: Auth, action: 'grant' | 'revoke', email: string): Promise<string> {
  const user = await auth.getUserByEmail(email);
  const { role, ...others } = user.customClaims ?? {};
  const isAdmin = role === 'admin';
  if (isAdmin === (action === 'grant')) return isAdmin ? `${email} is an admin already.` : `${email} is no admin.`;
  await auth.setCustomUserClaims(user.uid, action === 'grant' ? { ...others, role: 'admin' } : others);
  await auth.revokeRefreshTokens(user.uid);
  return action === 'grant' ? `${email} is an admin now, from the next sign-in on.` : `${email} is no longer an admin.`;
}
