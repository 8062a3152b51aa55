/** The local Firebase project; "demo-" tells the tools that there is no real one. */
export const projectId = 'demo-farwatch';

/** Where the functions run. */
export const region = 'asia-east1';

/** The payment stand-in's: the key that it asks for, and the secret that it signs with. */
export const paymentSecrets = {
  NOWPAYMENTS_API_KEY: 'stand-in-api-key-0000',
  NOWPAYMENTS_IPN_SECRET: 'stand-in-ipn-secret-0000',
} as const;

/** The users that the seed makes. */
export const accounts = {
  admin: { email: 'admin@farwatch.test', password: 'farwatch-admin' },
  user: { email: 'user@farwatch.test', password: 'farwatch-user' },
  unverified: { email: 'new@farwatch.test', password: 'farwatch-new' },
} as const;
