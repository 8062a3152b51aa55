/** A message's title as a subject: without the emoji, which spam filters count, and the colon of a digest. */
export function subjectOf(title: string): string {
  return title.replace(/^\p{Extended_Pictographic}\uFE0F?\s*/u, '').replace(/\s*[:：]$/, '');
}
