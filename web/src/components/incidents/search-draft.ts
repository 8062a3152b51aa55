/**
 * A search while it is typed: its text, what is searched for, and those of its states that were handed on and have not
 * become that yet.
 */
export type SearchDraft = { text: string; value: string; sent: readonly string[] };

export function newDraft(value: string): SearchDraft {
  return { text: value, value, sent: [] };
}

/** Whether everything typed was handed on. */
export function isHandedOn({ text, value, sent }: SearchDraft): boolean {
  return text === (sent.at(-1) ?? value);
}

/** The draft with its text handed on. */
export function handedOn(draft: SearchDraft): SearchDraft {
  return { ...draft, sent: [...draft.sent, draft.text] };
}

/** What is searched for has changed: to something handed on, which may not undo what was typed since, or from outside. */
export function received(draft: SearchDraft, value: string): SearchDraft {
  const at = draft.sent.indexOf(value);
  return at < 0 ? newDraft(value) : { ...draft, value, sent: draft.sent.slice(at + 1) };
}
