type PageState = 'monitor' | 'not-found' | 'failed' | 'loading';

type Input = {
  areMonitorsLoaded: boolean;
  /** Whether loading or updating the monitors fails. */
  hasFailed: boolean;
  isFound: boolean;
  isJustSaved: boolean;
  /** Also true if the incidents cannot be loaded. */
  areIncidentsLoaded: boolean;
};

/** Decides what the page shows: the monitor, that it does not exist, that loading failed, or a spinner. */
export function pageState(input: Input): PageState {
  if (input.isFound) return input.areIncidentsLoaded ? 'monitor' : 'loading';
  if (!input.areMonitorsLoaded) return input.hasFailed ? 'failed' : 'loading';
  return input.isJustSaved ? 'loading' : 'not-found';
}
