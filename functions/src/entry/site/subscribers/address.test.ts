import { expect, test } from 'vitest';
import { addressSchema, mailboxOf } from './address.ts';

test.each([
  ['ann@farwatch.test', 'ann@farwatch.test'],
  ['Ann+Shop@Farwatch.test', 'ann@farwatch.test'],
  ['ann+a+b@farwatch.test', 'ann@farwatch.test'],
  ['ann.b@farwatch.test', 'ann.b@farwatch.test'],
  ['A.n.n.b+x.y@gmail.com', 'annb@gmail.com'],
  ['annb@googlemail.com', 'annb@gmail.com'],
  [' Ann@例子.台灣', 'ann@xn--fsqu00a.xn--kpry57d'],
])('%s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(addressSchema.parse(address))).toBe(mailbox);
});

test.each(['ann', 'ann@', '例子@farwatch.test', 'ann@例子 台灣', 'a@b@例子.台灣'])('%s is no address', (address) => {
  expect(addressSchema.safeParse(address).success).toBe(false);
});
