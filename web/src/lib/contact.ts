/** The address for demo requests, named on the legal pages. */
export const CONTACT_EMAIL = 'hello@farwatch.example';
