import { logoSchema, type Logo as StoredLogo } from '@farwatch/core/documents/page';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';

/** The logo of a draft: none, the stored one by its address, or one that was chosen and is not saved yet. */
export type Logo = null | { stored: string } | { type: StoredLogo['type']; base64: string };

export const LOGO_TYPES = logoSchema.shape.type.options;

/** Explains why a file cannot be a logo; null if it can. */
export function logoProblem({ type, size }: { type: string; size: number }): 'type' | 'size' | null {
  if (!logoSchema.shape.type.safeParse(type).success) return 'type';
  return size > STATUS_PAGE.logoBytes ? 'size' : null;
}

/** Reads a file. Throws if it is no picture. */
export async function readLogo(file: Blob): Promise<Logo> {
  (await createImageBitmap(file)).close();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const base64 = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  return { type: logoSchema.shape.type.parse(file.type), base64 };
}
