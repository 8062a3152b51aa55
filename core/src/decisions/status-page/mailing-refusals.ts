/** More subscribers than this in a run, and more than this share of those tried, do not lose their mailboxes at once. */
const FEW = 3;
const SHARE = 1 / 3;

/**
 * What became of a mailing. `gone`: recipients of this run whose mailboxes do not exist, as the mail server reports; `tried`:
 * all of this run; `sent`: mails of the whole mailing so far.
 */
type Results = { gone: number; tried: number; sent: number };

/**
 * Whether the mail server must be wrong about the mailboxes that it reports as missing: it reports too many, or it has
 * accepted no mail of the mailing.
 */
export function isServerWrong({ gone, tried, sent }: Results): boolean {
  return gone > 0 && (sent === 0 || (gone > FEW && gone > tried * SHARE));
}
