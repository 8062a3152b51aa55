/** Two well-known, independent places that nearly always answer (design 4). */
export const DEFAULT_WITNESSES: readonly string[] = [
  'https://www.google.com/generate_204',
  'https://www.cloudflare.com/cdn-cgi/trace',
];
