/** Where everything runs: near the check locations. */
export const REGION = 'asia-east1';
