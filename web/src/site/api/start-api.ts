import { createMatcher } from '@farwatch/core/values/search';

/** Shows the search of the API reference and a copy button at each example. */
export function startApi(search: HTMLElement): void {
  const input = search.querySelector('input');
  const output = search.querySelector('output');
  if (!input || !output) return;
  const calls = [...document.querySelectorAll<HTMLElement>('[data-call]')];
  const groups = [...document.querySelectorAll<HTMLElement>('[data-group]')];
  search.hidden = false;
  input.addEventListener('input', () => {
    const isEmpty = input.value.trim() === '';
    const matches = createMatcher(input.value);
    for (const call of calls) {
      const [path, summary] = ['h3', 'p'].map((part) => call.querySelector(part)?.textContent ?? '');
      call.hidden = !matches(path ?? '', summary ?? '');
    }
    for (const group of groups) group.hidden = !group.querySelector('[data-call]:not([hidden])');
    const found = calls.filter(({ hidden }) => !hidden).length;
    output.textContent = isEmpty ? '' : `${found} of ${calls.length} calls`;
    const others = document.querySelectorAll<HTMLElement>('main > section:not([data-group])');
    for (const other of others) other.hidden = !isEmpty;
  });
  for (const code of document.querySelectorAll('pre')) addCopyButton(code);
}

function addCopyButton(code: HTMLPreElement): void {
  const text = code.textContent;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  code.append(button);
}
