import type { User } from 'firebase/auth';

/** Whether the account can sign in with Google, which then manages its email address. */
export function hasGoogle(user: User | null): boolean {
  return hasProvider(user, 'google.com');
}

/** Whether the account can sign in with a password. */
export function hasPassword(user: User | null): boolean {
  return hasProvider(user, 'password');
}

function hasProvider(user: User | null, providerId: string): boolean {
  return user?.providerData.some((each) => each.providerId === providerId) ?? false;
}
