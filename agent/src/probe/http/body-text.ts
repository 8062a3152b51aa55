/** How much of a decoded body is kept: several times what is shown, since secrets in it become shorter. */
const KEPT_LENGTH = 16_384;

/** Returns the start of a text as a copy, because a part of a text keeps all of it in memory. */
export function startOfText(text: string): { text: string; isCut: boolean } {
  return { text: Buffer.from(text.slice(0, KEPT_LENGTH)).toString(), isCut: text.length > KEPT_LENGTH };
}
