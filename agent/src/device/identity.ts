import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname, release, type } from 'node:os';
import { promisify } from 'node:util';
import { clip } from '@farwatch/core/values/clip';
import type { Device } from '@farwatch/core/values/device';
import manifest from '../../package.json' with { type: 'json' };

export type Identity = Pick<Device, 'deviceName' | 'deviceId' | 'osName' | 'osVersion' | 'appVersion'>;

export const APP_VERSION: string = manifest.version;

/**
 * Returns what this machine is, so that its admin recognises it. The id is a hash of the machine's own id, which stays
 * here, or of `fallbackId` if the machine has none (Android).
 */
export async function readIdentity(fallbackId: string): Promise<Identity> {
  const [deviceId, os] = await Promise.all([readDeviceId(fallbackId), readOs()]);
  return { deviceName: cut(hostname()), deviceId, ...os, appVersion: APP_VERSION };
}

async function readDeviceId(fallbackId: string): Promise<string> {
  const machineId = await readFile('/etc/machine-id', 'utf8').catch(() => ''); // a system without systemd
  return createHash('sha256')
    .update(`farwatch:${machineId.trim() || fallbackId}`)
    .digest('hex')
    .slice(0, 16);
}

async function readOs(): Promise<Pick<Device, 'osName' | 'osVersion'>> {
  if (process.platform === 'android') return { osName: 'Android', osVersion: await androidVersion() };
  const text = await readFile('/etc/os-release', 'utf8').catch(() => ''); // not a Linux distribution
  const field = (name: string) => new RegExp(`^${name}="?([^"\n]*)`, 'm').exec(text)?.[1];
  return { osName: cut(field('NAME') ?? type()), osVersion: cut(field('VERSION_ID') ?? release()) };
}

async function androidVersion(): Promise<string> {
  try {
    return cut((await promisify(execFile)('getprop', ['ro.build.version.release'])).stdout.trim());
  } catch {
    return cut(release()); // getprop is not available: use the kernel's version
  }
}

function cut(text: string): string {
  return clip(text, 200);
}
