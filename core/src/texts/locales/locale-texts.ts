import type { CheckError } from '../../values/check.ts';
import type { AlertTexts } from './alert-texts.ts';

/** Why a check failed. `statusIs` contains `{{status}}` for the status code. */
export type CheckErrorTexts = Record<CheckError | 'statusIs', string>;

/** The unit that follows a number of days, hours, minutes or seconds. */
export type DurationUnits = Record<'d' | 'h' | 'min' | 's', string>;

/** The content of a locale file: the texts that the server writes, and those that the app shares with it. */
export type LocaleTexts = {
  checkErrors: CheckErrorTexts;
  durations: DurationUnits;
  /** The test message of a channel. */
  testMessage: string;
  alerts: AlertTexts;
};
