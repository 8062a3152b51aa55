export type PageState = 'shown' | 'gone' | 'failed' | 'loading';

type Known = {
  /** Whether the account's monitors are known, now or as they last were. */
  listed: boolean;
  /** Whether no news of them comes. */
  failing: boolean;
  found: boolean;
  justSaved: boolean;
  /** Whether its incidents are there, or will not come. */
  incidentsCame: boolean;
};

/** What a monitor's page shows: the monitor, that there is none, that it cannot be known, or that it is awaited. */
export function pageState({ listed, failing, found, justSaved, incidentsCame }: Known): PageState {
  if (found) return incidentsCame ? 'shown' : 'loading';
  if (!listed) return failing ? 'failed' : 'loading';
  return justSaved ? 'loading' : 'gone';
}
