import { PNG } from 'pngjs';
import decodeQr from 'qr/decode.js';

/** Reads the text of the QR code on a picture. Throws if there is none. */
export function readQr(png: Buffer): string {
  const { width, height, data } = PNG.sync.read(png);
  return decodeQr({ width, height, data });
}
