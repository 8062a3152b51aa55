const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
/** The characters of an address, and of a zone such as `%eth0`. */
const IPV6 = /^([\da-f:.]+)(?:%[\w.:-]+)?$/i;

/** Whether this is a dotted IPv4 address, as `isIPv4` of node:net decides. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

function isIpv6(text: string): boolean {
  const bare = IPV6.exec(text)?.[1];
  return bare !== undefined && URL.canParse(`http://[${bare}]`);
}

/** The eight 16-bit groups of an IPv6 address; a zone (`%eth0`) is left out and a dotted tail is read as two groups. */
export function ipv6Groups(address: string): number[] {
  const [bare = ''] = address.split('%');
  const [head = '', tail] = bare.split('::');
  const left = groupsOf(head);
  if (tail === undefined) return left;
  const right = groupsOf(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Prefixes that carry an IPv4 address: the groups they begin with, and where the two IPv4 groups lie. */
const CARRIERS: readonly { prefix: readonly number[]; at: number }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 }, // ::ffff:0:0/96, IPv4-mapped
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 }, // ::ffff:0:0:0/96, IPv4-translated
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 }, // 64:ff9b::/96, NAT64
  { prefix: [0x2002], at: 1 }, // 2002::/16, 6to4
];

/**
 * The address in canonical form: dotted IPv4 (also if IPv6 carries it), else eight hexadecimal groups. Null for
 * anything else.
 */
export function canonicalAddress(address: string): string | null {
  if (isIpv4(address)) return address;
  if (!isIpv6(address)) return null;
  const groups = ipv6Groups(address);
  for (const { prefix, at } of CARRIERS) {
    if (prefix.every((group, index) => groups[index] === group)) return dotted(groups[at] ?? 0, groups[at + 1] ?? 0);
  }
  return groups.map((group) => group.toString(16)).join(':');
}

/** The IPv4 address in an interface identifier of ISATAP (RFC 5214), at any prefix; null for another identifier. */
function isatapAddress(address: string): string | null {
  const [fifth = 0, sixth = 0, high = 0, low = 0] = ipv6Groups(address).slice(4);
  return (fifth === 0 || fifth === 0x200) && sixth === 0x5efe ? dotted(high, low) : null;
}

/** Every address that this one may lead to, in canonical form; empty for what is not an address. */
export function addressForms(address: string): string[] {
  const canonical = canonicalAddress(address);
  if (canonical === null) return [];
  const inner = canonical.includes(':') ? isatapAddress(canonical) : null;
  return inner === null ? [canonical] : [canonical, inner];
}

/** The bits of an address or netmask, as a text of zeros and ones. */
export function addressBits(address: string): string {
  const [parts, width] = address.includes(':') ? [ipv6Groups(address), 16] : [address.split('.').map(Number), 8];
  return parts.map((part) => part.toString(2).padStart(width, '0')).join('');
}
