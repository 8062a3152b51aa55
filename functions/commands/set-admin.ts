import type { Auth } from 'firebase-admin/auth';

/**
 * Grants or revokes a user's admin role, and revokes tokens with the previous role. Returns a sentence about the
 * result. Throws auth/user-not-found for an unknown email.
 */
export async function setAdmin(auth: Auth, action: 'grant' | 'revoke', email: string): Promise<string> {
  const user = await auth.getUserByEmail(email);
  const { role, ...others } = user.customClaims ?? {};
  const isAdmin = role === 'admin';
  if (isAdmin === (action === 'grant')) return isAdmin ? `${email} is already an admin.` : `${email} is not an admin.`;
  await auth.setCustomUserClaims(user.uid, action === 'grant' ? { ...others, role: 'admin' } : others);
  await auth.revokeRefreshTokens(user.uid);
  return action === 'grant' ? `${email} is an admin from the next sign-in.` : `${email} is no longer an admin.`;
}
