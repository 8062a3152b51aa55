import { fillSlots, type Received, receivedText, type Wording } from '@farwatch/core/texts/received-text';
import { SERVER_LOCATION } from '@farwatch/core/values/server-location';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocationText } from '../flags/locations.tsx';
import { useCheckErrorText } from './check-error.ts';

/** Returns how to phrase what locations received, in the user's language. */
export function useWording(): Wording {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const places = useLocationText();
  return useMemo(
    () => ({
      phrase: (key, values) => fillSlots(t(`received.${key}`, { skipInterpolation: true }), values),
      places: (codes) => places(codes.filter((code) => code !== SERVER_LOCATION)),
      error: errorText,
    }),
    [t, errorText, places],
  );
}

/** Describes in one line what the locations of an incident received; null if that adds nothing to its error. */
export function useReceivedText(): (incident: Received) => string | null {
  const wording = useWording();
  return useCallback((incident: Received) => receivedText(incident, wording), [wording]);
}
