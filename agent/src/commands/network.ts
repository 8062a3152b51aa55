import { type AddressPolicy, addressPolicy, type Guard } from '../guard/guard.ts';
import { ownNetwork } from '../guard/own-network.ts';
import type { SeenAddresses } from '../guard/seen-addresses.ts';
import { DEFAULT_WITNESSES, parseWitness, type Witness } from '../verdict/witnesses.ts';
import { Problem } from './problem.ts';

/** Which addresses may be checked: none of the machine's own network unless private ones are allowed. */
export function guardPolicy(allowPrivate: boolean, seenAs: SeenAddresses): AddressPolicy {
  const own = ownNetwork();
  return addressPolicy(allowPrivate, () => ({ has: (address) => own().has(address) || seenAs.has(address) }));
}

/** The given witnesses, or the defaults; throws Problem for one that the guard would never admit. */
export function witnessesFrom(given: readonly string[], guard: Guard): readonly Witness[] {
  const witnesses = given.map((typed) => {
    const witness = parseWitness(typed);
    if (witness && guard.admits(new URL(witness.url))) return witness;
    throw new Problem(`${typed} cannot be a witness: it is no public http or https address, with a status and a text.`);
  });
  return given.length > 0 ? witnesses : DEFAULT_WITNESSES;
}
