/** The region of all functions and of Firestore, near the check locations. */
export const REGION = 'asia-east1';
