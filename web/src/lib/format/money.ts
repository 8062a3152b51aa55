/** US dollars as both languages write them: 'US$25.00'. */
export function usd(amount: number): string {
  return `${amount < 0 ? '-' : ''}US$${Math.abs(amount).toFixed(2)}`;
}
