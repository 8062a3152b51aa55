import { GuardedNetwork, type NetworkOptions } from '../guarded-network.ts';

/** A network that may connect to every address, also of this machine. */
export function anyNetwork(options: Partial<NetworkOptions> = {}): GuardedNetwork {
  return new GuardedNetwork({ admitsAddress: () => true, ...options });
}
