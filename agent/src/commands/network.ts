import { type AddressPolicy, addressPolicy, type Guard } from '../guard/guard.ts';
import { ownNetwork } from '../guard/own-network.ts';
import type { SeenAddresses } from '../guard/seen-addresses.ts';
import { DEFAULT_REFERENCES, parseReference, type ReferenceTarget } from '../verdict/reference-targets.ts';
import { Problem } from './outcome.ts';

/** Which addresses may be checked: none of the machine's own network unless private ones are allowed. */
export function guardPolicy(allowPrivate: boolean, seenAs: SeenAddresses): AddressPolicy {
  const own = ownNetwork();
  return addressPolicy(allowPrivate, () => ({ has: (address) => own().has(address) || seenAs.has(address) }));
}

/** The given reference targets, or the defaults; throws Problem for one that the guard would never admit. */
export function referencesFrom(given: readonly string[], guard: Guard): readonly ReferenceTarget[] {
  const references = given.map((typed) => {
    const reference = parseReference(typed);
    if (reference && guard.admits(new URL(reference.url))) return reference;
    throw new Problem(
      `${typed} cannot be a witness: use a public http or https URL, optionally with a status and a text.`,
    );
  });
  return given.length > 0 ? references : DEFAULT_REFERENCES;
}
