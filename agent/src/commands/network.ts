import { addressPolicy, GuardedNetwork, type NetworkOptions } from '../network/guarded-network.ts';
import type { Network } from '../network/network.ts';
import { ownNetwork } from '../network/own-network.ts';
import type { SeenAddresses } from '../network/seen-addresses.ts';
import { Problem } from '../outcome.ts';
import { mayRequest } from '../probe/http/hop.ts';
import { texts } from '../texts/texts.ts';
import { DEFAULT_REFERENCES, parseReference, type ReferenceSite } from '../verdict/reference-sites.ts';

/** Returns the network of checks, which excludes the machine's own network unless private addresses are allowed. */
export function openNetwork(
  allowPrivate: boolean,
  seenAs: SeenAddresses,
  options: Omit<NetworkOptions, 'admitsAddress'> = {},
): GuardedNetwork {
  const own = ownNetwork();
  const known = { has: (address: string) => own().has(address) || seenAs.has(address) };
  return new GuardedNetwork({ ...options, admitsAddress: addressPolicy(allowPrivate, () => known) });
}

/** Returns the given reference sites, or the defaults. Throws Problem for one that the network would never admit. */
export function referencesFrom(given: readonly string[], network: Network): readonly ReferenceSite[] {
  const references = given.map((typed) => {
    const reference = parseReference(typed);
    if (reference && mayRequest(new URL(reference.url), network)) return reference;
    throw new Problem(texts().command.reference(typed));
  });
  return given.length > 0 ? references : DEFAULT_REFERENCES;
}
