import type { Page } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';

const { payments } = addressesFromEnv();

export const proceedButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Crypto Checkout' });

/** Proceeds from checkout to the provider's invoice page; returns the invoice's id. */
export async function proceed(page: Page): Promise<string> {
  await proceedButton(page).click();
  await page.waitForURL(`${payments}/invoice/*`);
  return new URL(page.url()).pathname.replace('/invoice/', '');
}

/** Has the provider's stand-in send these states of the invoice's payment to the server. */
export async function sendPaymentStates(invoice: string, ...states: string[]): Promise<void> {
  const body = JSON.stringify({ states });
  const response = await fetch(`${payments}/invoices/${invoice}/notify`, { method: 'POST', body });
  if (!response.ok) throw new Error(`The provider's stand-in returned ${response.status}.`);
}
