import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes text and attributes, keeps markup, joins lists, and leaves out what is not there', () => {
  const bold = html`<b>${'<i>'}</b>`;
  expect(html`<a title="${`"'&`}">${bold}${['a<', bold]}${null}${undefined}${false}${0}</a>`.text).toBe(
    '<a title="&#34;&#39;&#38;"><b>&#60;i&#62;</b>a&#60;<b>&#60;i&#62;</b>0</a>',
  );
});

test('leaves out control characters, which HTML and XML do not have, but keeps lines', () => {
  expect(html`${'a\u0000b\u001bc\u0085\ufffe\nd\te'}`.text).toBe('abc\nd\te');
});
