/** A mail, as in /messages. */
export interface ReceivedMail {
  /** Epoch ms. */
  at: number;
  to: string;
  subject: string;
  text: string;
  /** Null if the mail has no HTML part. */
  html: string | null;
  /** Unfolded, by their names in lower case. */
  headers: Record<string, string>;
}

/** All mails since the start, oldest first. */
export class Inbox {
  readonly mails: ReceivedMail[] = [];
  readonly #keys = new Set<string>();

  add(mail: ReceivedMail): void {
    this.mails.push(mail);
  }

  /** Adds a mail unless one was added by this key. */
  addOnce(key: string, mail: ReceivedMail): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.add(mail);
  }
}
