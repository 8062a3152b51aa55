import { betterStack } from './better-stack.ts';
import { blackbox } from './blackbox.ts';
import { checkly } from './checkly.ts';
import { farwatch } from './farwatch.ts';
import { gatus } from './gatus.ts';
import { hetrixTools } from './hetrix-tools.ts';
import type { Importer } from './importer.ts';
import { openStatus } from './openstatus.ts';
import { pingdom } from './pingdom.ts';
import { statusCake } from './status-cake.ts';
import { upptime } from './upptime.ts';
import { uptimeKuma } from './uptime-kuma.ts';
import { uptimeRobot } from './uptimerobot.ts';
import { urlList } from './url-list.ts';

/** Every format, in the order in which they are tried; that of the most general comes last. */
export const IMPORTERS = {
  farwatch,
  'uptime-kuma': uptimeKuma,
  uptimerobot: uptimeRobot,
  gatus,
  upptime,
  openstatus: openStatus,
  'better-stack': betterStack,
  checkly,
  'status-cake': statusCake,
  pingdom,
  'hetrix-tools': hetrixTools,
  blackbox,
  urls: urlList,
} as const satisfies Record<string, Importer>;

export type FormatName = keyof typeof IMPORTERS;
export const FORMAT_NAMES = Object.keys(IMPORTERS) as FormatName[];
