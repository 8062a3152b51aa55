import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';

const mainClass = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const entryName = 'META-INF/MANIFEST.MF';

/**
 * A jar that holds only a manifest: it names that jar as its class path and the Firestore emulator as its main
 * class, because the Google Cloud CLI's jar has none of its own and firebase-tools runs `java -jar`.
 */
export function launcherJar(jar: string): Buffer {
  const lines = ['Manifest-Version: 1.0', `Main-Class: ${mainClass}`, `Class-Path: ${pathToFileURL(jar).href}`];
  return zipOf(entryName, Buffer.from(lines.map((line) => `${folded(line)}\r\n`).join('')));
}

/** One manifest line, at most 72 bytes each, continued on lines that start with a space. */
export function folded(line: string): string {
  const rest = line.slice(72).match(/.{1,71}/g) ?? [];
  return [line.slice(0, 72), ...rest].join('\r\n ');
}

/** A zip archive of one uncompressed file (APPNOTE 4.3: local header, central directory, its end). */
function zipOf(name: string, content: Buffer): Buffer {
  const title = Buffer.from(name);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt32LE(0x00210000, 6);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(content.length, 14);
  shared.writeUInt32LE(content.length, 18);
  shared.writeUInt16LE(title.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, title, content]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, Buffer.alloc(14), title]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
