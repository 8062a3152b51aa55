import tls from 'node:tls';

/**
 * Trusts the system's certificate authorities besides those that Node brings along, in the whole process: what an operator
 * installed on the machine counts, as it does for its browsers. A Node without a way to do it goes on as it is.
 */
export function trustSystemAuthorities(): void {
  // Node 20 knows neither of them, whatever their types say.
  const { getCACertificates, setDefaultCACertificates }: Partial<typeof tls> = tls;
  if (!getCACertificates || !setDefaultCACertificates) return;
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
}
