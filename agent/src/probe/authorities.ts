import tls from 'node:tls';

/**
 * Trusts the system's certificate authorities besides Node's own, in the whole process: what an operator installed
 * counts, as it does for browsers. A Node that cannot do this goes on as it is.
 */
export function trustSystemAuthorities(): void {
  // Node 20 has neither, whatever its types say.
  const { getCACertificates, setDefaultCACertificates }: Partial<typeof tls> = tls;
  if (!getCACertificates || !setDefaultCACertificates) return;
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
}
