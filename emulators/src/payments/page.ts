import type { Invoice } from './invoices.ts';

/** The payer's actions on the page, with the states that the merchant is notified of. Cancelling sends nothing. */
export const ACTIONS: Record<string, { label: string; states: string[]; share?: number; added?: boolean }> = {
  'pay-rest': { label: 'Pay the rest', states: ['confirming', 'finished'], added: true },
  pay: { label: 'Pay', states: ['confirming', 'finished'] },
  'pay-partly': { label: 'Pay partly', states: ['confirming', 'partially_paid'], share: 0.5 },
  fail: { label: 'Fail', states: ['failed'] },
  expire: { label: 'Expire', states: ['expired'] },
  refund: { label: 'Refund', states: ['refunded'] },
};

const style = `:root{color-scheme:light dark;--text:#111827;--soft:#4b5563;--line:#d1d5db;--ground:#f3f4f6;--card:#fff;--main:#1d4ed8}
@media(prefers-color-scheme:dark){:root{--text:#f3f4f6;--soft:#9ca3af;--line:#374151;--ground:#0b1220;--card:#111827;--main:#2563eb}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);
color:var(--text);font:16px/1.5 system-ui,sans-serif}main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);
border-radius:1rem;padding:2rem}h1{font-size:1rem;font-weight:600;margin:0;overflow-wrap:anywhere}
.price{font-size:clamp(1.75rem,9vw,2.25rem);white-space:nowrap;font-weight:700;margin:.25rem 0 1.5rem}p{margin:0 0 1.5rem;color:var(--soft)}
form{display:grid;gap:.75rem}button,a{font:inherit;font-weight:600;min-height:2.75rem;border-radius:.5rem;border:1px solid var(--line);
background:none;color:inherit;cursor:pointer;display:grid;place-items:center;text-decoration:none}
button:first-child{background:var(--main);border-color:var(--main);color:#fff}:focus-visible{outline:3px solid var(--main);outline-offset:2px}
footer{margin-top:1.5rem;font-size:.875rem;color:var(--soft)}`;

/** The action if it is possible now: only a partly paid payment has a rest to pay. */
export function actionOf({ state }: Invoice, name: string) {
  const action = ACTIONS[name];
  return action?.added && state !== 'partially_paid' ? undefined : action;
}

/** The page of an invoice. */
export function invoicePage(invoice: Invoice): string {
  const { price_amount, price_currency, order_description, cancel_url, state } = invoice;
  const price = `${price_currency.toUpperCase()} ${price_amount.toFixed(2)}`;
  const buttons = Object.keys(ACTIONS).flatMap((name) => {
    const label = actionOf(invoice, name)?.label;
    return label === undefined ? [] : `<button formaction="/invoice/${invoice.id}/${name}">${label}</button>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Invoice ${invoice.id}</title><style>${style}</style><main><h1>${escaped(order_description)}</h1>
<div class="price">${price}</div><p>${state === null ? 'Nothing has been paid yet.' : `The payment is ${escaped(state.replace('_', ' '))}.`}</p>
<form method="post">${buttons.join('')}<a href="${escaped(cancel_url)}">Cancel</a></form>
<footer>A stand-in for NOWPayments. No money moves.</footer></main></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
