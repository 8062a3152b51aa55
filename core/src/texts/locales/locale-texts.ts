import type { CheckError } from '../../values/check.ts';
import type { AlertTexts } from './alert-texts.ts';

/** Why a check failed. `statusIs` names an error status by its number, in the place of `{{status}}`. */
export type CheckErrorTexts = Record<CheckError | 'statusIs', string>;

/** What follows a number of days, hours, minutes or seconds. */
export type DurationUnits = Record<'d' | 'h' | 'min' | 's', string>;

/** What a locale file holds: the texts that the server writes, and those that the app shares with it. */
export type LocaleTexts = {
  checkErrors: CheckErrorTexts;
  durations: DurationUnits;
  /** What a chat is sent to see whether messages arrive. */
  testMessage: string;
  alerts: AlertTexts;
};
