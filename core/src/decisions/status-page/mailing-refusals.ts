/** More subscribers than this in a run, and more than this share of those tried, do not lose their mailboxes at once. */
const FEW = 3;
const SHARE = 1 / 3;
/** If the first so many recipients of a run are refused alike, so are the others. */
const ALIKE = 10;

/**
 * What became of a mailing in this run. `tried`: recipients; `gone`: those whose mailboxes do not exist, as the mail server
 * reports; `refused`: those whom it refuses as it refuses a relay or a sender. `sent`: mails of the whole mailing so far.
 */
type Results = { tried: number; gone: number; refused: number; sent: number };

/**
 * Whether the mail server must be wrong about the mailboxes that it reports as missing: it reports too many, or it has
 * accepted no mail of the mailing.
 */
export function isServerWrong({ gone, tried, sent }: Omit<Results, 'refused'>): boolean {
  return gone > 0 && (sent === 0 || (gone > FEW && gone > tried * SHARE));
}

/** Whether the rest of the mailing waits, since all recipients of the run so far were refused alike. */
export function isRefusedAlike({ gone, refused, tried }: Omit<Results, 'sent'>): boolean {
  return tried >= ALIKE && (gone === tried || refused === tried);
}
