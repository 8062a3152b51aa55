const SCRIPT = /https?:\/\/\S+\.js\b/;

/** The address of our own script that could not be imported, by what the browser says of it; null where it names none. */
export function addressIn(error: unknown, origin: string): string | null {
  const address = error instanceof Error ? SCRIPT.exec(error.message)?.[0] : undefined;
  return address?.startsWith(`${origin}/`) ? address : null;
}

/**
 * Imports what failed under an address that was never asked for: some browsers keep a failure for as long as the page is
 * open. Throws the error where that names no script of ours, or as the import does.
 */
export async function importAnew<T>(error: unknown, attempt: number): Promise<T> {
  const address = addressIn(error, window.location.origin);
  if (address === null) throw error;
  return import(/* @vite-ignore */ `${address}?again=${attempt}`);
}
