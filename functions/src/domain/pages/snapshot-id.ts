/** A page has one snapshot and one logo. */
export const CURRENT_ID = 'current';
