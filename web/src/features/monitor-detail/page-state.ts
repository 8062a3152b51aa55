type PageState = 'shown' | 'gone' | 'failed' | 'loading';

type Known = {
  /** Whether the account's monitors are known, current or not. */
  listed: boolean;
  /** Whether updates of the monitors fail. */
  failing: boolean;
  found: boolean;
  justSaved: boolean;
  /** Whether its incidents have arrived, or cannot be loaded. */
  incidentsCame: boolean;
};

/** What the page shows: the monitor, that it does not exist, that loading failed, or a spinner. */
export function pageState({ listed, failing, found, justSaved, incidentsCame }: Known): PageState {
  if (found) return incidentsCame ? 'shown' : 'loading';
  if (!listed) return failing ? 'failed' : 'loading';
  return justSaved ? 'loading' : 'gone';
}
