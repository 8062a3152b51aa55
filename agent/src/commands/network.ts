import { type AddressPolicy, addressPolicy, type Guard } from '../guard/guard.ts';
import { ownNetwork } from '../guard/own-network.ts';
import type { SeenAddresses } from '../guard/seen-addresses.ts';
import { DEFAULT_REFERENCES, parseReference, type ReferenceSite } from '../verdict/reference-sites.ts';
import { Problem } from './problem.ts';

/** Which addresses may be checked: none of the machine's own network unless private ones are allowed. */
export function guardPolicy(allowPrivate: boolean, seenAs: SeenAddresses): AddressPolicy {
  const own = ownNetwork();
  return addressPolicy(allowPrivate, () => ({ has: (address) => own().has(address) || seenAs.has(address) }));
}

/** The given reference sites, or the defaults; throws Problem for one that the guard would never admit. */
export function referencesFrom(given: readonly string[], guard: Guard): readonly ReferenceSite[] {
  const references = given.map((typed) => {
    const reference = parseReference(typed);
    if (reference && guard.admits(new URL(reference.url))) return reference;
    throw new Problem(`${typed} cannot be a reference site: it is no public http or https address, with a status and a text.`);
  });
  return given.length > 0 ? references : DEFAULT_REFERENCES;
}
