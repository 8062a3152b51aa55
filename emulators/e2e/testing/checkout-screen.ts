import type { Page } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';

const { payments } = addressesFromEnv();

export const proceedButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Crypto Checkout' });

/** From checkout to the provider's page of the invoice; returns the invoice's id. */
export async function proceed(page: Page): Promise<string> {
  await proceedButton(page).click();
  await page.waitForURL(`${payments}/invoice/*`);
  return new URL(page.url()).pathname.replace('/invoice/', '');
}

/** Lets the provider tell of an invoice's payment, as it does by itself while a payer waits. */
export async function sendPaymentStates(invoice: string, ...states: string[]): Promise<void> {
  const body = JSON.stringify({ states });
  const response = await fetch(`${payments}/invoices/${invoice}/notify`, { method: 'POST', body });
  if (!response.ok) throw new Error(`The provider's stand-in answered ${response.status}.`);
}
