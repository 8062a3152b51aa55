/** The region of all functions and of Firestore, near the check locations. */
export const REGION = 'asia-east1';

/** Marks all functions as Farwatch's, so that a deployment knows those of another app. */
export const LABELS = { app: 'farwatch' } as const;
