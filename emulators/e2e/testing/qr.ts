import { PNG } from 'pngjs';
import decodeQr from 'qr/decode.js';

/** What the QR code on a picture says. Throws when no reader would find one. */
export function readQr(png: Buffer): string {
  const { width, height, data } = PNG.sync.read(png);
  return decodeQr({ width, height, data });
}
