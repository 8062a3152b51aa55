/** The Firebase project that everything local belongs to; "demo-" tells the tools that there is no real one. */
export const projectId = 'demo-farwatch';

/** Where the functions run. */
export const region = 'asia-east1';

/** The users that the seed makes (design 9). */
export const accounts = {
  admin: { email: 'admin@farwatch.test', password: 'farwatch-admin' },
  user: { email: 'user@farwatch.test', password: 'farwatch-user' },
  unverified: { email: 'new@farwatch.test', password: 'farwatch-new' },
} as const;
