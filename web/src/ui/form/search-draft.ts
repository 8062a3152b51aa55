/** A search being typed: its text, the search value, and the submitted texts that are not the value yet. */
type SearchDraft = { text: string; value: string; sent: readonly string[] };

export function newDraft(value: string): SearchDraft {
  return { text: value, value, sent: [] };
}

/** Whether the current text was submitted. */
export function isSubmitted({ text, value, sent }: SearchDraft): boolean {
  return text === (sent.at(-1) ?? value);
}

/** The draft with its text submitted. */
export function submitted(draft: SearchDraft): SearchDraft {
  return { ...draft, sent: [...draft.sent, draft.text] };
}

/**
 * The draft after the search value changed: either to a submitted text, which must not overwrite newer typing, or from
 * outside, which replaces the text.
 */
export function withValue(draft: SearchDraft, value: string): SearchDraft {
  const at = draft.sent.indexOf(value);
  return at < 0 ? newDraft(value) : { ...draft, value, sent: draft.sent.slice(at + 1) };
}
