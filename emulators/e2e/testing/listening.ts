import { addressesFromEnv } from '../../src/addresses.ts';

const { firestoreHost } = addressesFromEnv();

/** Whether the request of that URL listens to documents; one that ends a listener does not. */
export function isListening(url: string): boolean {
  return url.includes(firestoreHost) && url.includes('Listen') && !url.includes('TYPE=terminate');
}
