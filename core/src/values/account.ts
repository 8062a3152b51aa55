/**
 * An account has monitors, a plan and limits; a person has a password, an address and a language. Documents of an
 * account name it as `ownerId`.
 */

/** Returns the id of the first account of a person, from their uid at Auth. */
export function accountOf(uid: string): string {
  return uid;
}

/** Returns the uid at Auth of the person who owns an account. */
export function ownerOf(accountId: string): string {
  return accountId;
}
