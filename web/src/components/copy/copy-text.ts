/**
 * Copies a text and returns whether that worked. Without a secure origin, or if the browser refuses, the text is
 * selected beside `near` and copied the old way: inside a dialog nothing else may take the focus.
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, near);
  }
}

function copySelected(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;opacity:0;pointer-events:none';
  near.before(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  near.focus();
  return copied;
}
