/** A demo site as in /sites. */
export interface Site {
  name: string;
  up: boolean;
  /** When it was last switched, or first requested; epoch milliseconds. */
  since_ms: number;
  /** How often it was asked for. */
  requests: number;
}

/** The demo sites by name; one is made, up, when it is first asked for or switched. */
export class Sites {
  readonly #sites = new Map<string, Site>();

  /** Takes one request for that site and returns whether it is up. */
  visit(name: string): boolean {
    const site = this.#of(name);
    site.requests += 1;
    return site.up;
  }

  /** Switches that site; switching it to what it is changes nothing. */
  turn(name: string, up: boolean): Site {
    const site = this.#of(name);
    if (site.up !== up) Object.assign(site, { up, since_ms: Date.now() });
    return site;
  }

  /** All of them, by name. */
  list(): Site[] {
    return [...this.#sites.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  }

  #of(name: string): Site {
    const known = this.#sites.get(name);
    if (known) return known;
    const made = { name, up: true, since_ms: Date.now(), requests: 0 };
    this.#sites.set(name, made);
    return made;
  }
}
