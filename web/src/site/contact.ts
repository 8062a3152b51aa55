/** Where a demo is asked for, and whom the legal pages name. */
export const CONTACT_EMAIL = 'hello@farwatch.example';
