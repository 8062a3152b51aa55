import { OFFERS } from '@farwatch/core/decisions/payments/plans';
import type { TFunction } from 'i18next';
import type en from '../../locales/en.json';

type Known = keyof typeof en.planNames;

/** Returns a plan's name in the reader's language; as it is stored for one that is no longer sold. */
export function planName(name: string, t: TFunction): string {
  return isKnown(name) ? t(`planNames.${name}`) : name;
}

function isKnown(name: string): name is Known {
  return OFFERS.some((offer) => offer.name === name);
}
