/** Without it, spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Saves CSV as a file of that name, such as `checks.csv`. */
export function downloadCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A browser may read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
