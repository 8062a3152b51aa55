/** The local Firebase project; for the tools "demo-" means that no real one exists. */
export const projectId = 'demo-farwatch';

/** The region in which the functions run. */
export const region = 'asia-east1';

/** The payment stand-in's API key, and the secret that it signs with. */
export const paymentSecrets = {
  NOWPAYMENTS_API_KEY: 'stand-in-api-key-0000',
  NOWPAYMENTS_IPN_SECRET: 'stand-in-ipn-secret-0000',
} as const;

/** All secrets of the functions. `LOCAL_SMTP_URL` takes the place of the one that has a port. */
export const localSecrets = { ...paymentSecrets, SMTP_URL: 'none' } as const;

/** The users that the seed creates. */
export const accounts = {
  admin: { email: 'admin@farwatch.test', password: 'farwatch-admin' },
  user: { email: 'user@farwatch.test', password: 'farwatch-user' },
  unverified: { email: 'new@farwatch.test', password: 'farwatch-new' },
} as const;
