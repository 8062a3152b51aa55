import { Problem } from './problem.ts';

/** Where to join and with which code. */
export type RegistrationTarget = { origin: string; code: string };

/** Reads a registration link, or a code with the server's address. Throws Problem for anything else. */
export function registrationTarget(linkOrCode: string, server: string | undefined): RegistrationTarget {
  if (!/^https?:\/\//i.test(linkOrCode)) {
    if (server === undefined) throw new Problem('A code alone does not say where to join: add --server <address>.');
    return { origin: originOf(server), code: linkOrCode.trim() };
  }
  const code = URL.canParse(linkOrCode) ? new URL(linkOrCode).searchParams.get('code') : null;
  if (!code)
    throw new Problem('This is not a registration link: it has no code. Copy it once more from the Agents page.');
  return { origin: server === undefined ? originOf(linkOrCode) : originOf(server), code };
}

function originOf(address: string): string {
  const withScheme = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(withScheme)) throw new Problem(`${address} is not an address.`);
  return new URL(withScheme).origin;
}
