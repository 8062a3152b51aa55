/** The minimum length of a password. */
export const PASSWORD_LENGTH = 6;
