import { DEVICE } from '@farwatch/core/testing/samples';
import { AgentHost, PUBLIC_KEY } from './agent-host.ts';
import type { Program } from './bundle.ts';
import { StoreError } from './firestore/values.ts';
import { Random } from './random.ts';
import { CALM_MS, type Fault, type Scenario } from './scenario.ts';
import { type Caller, Server } from './server.ts';
import { type Network, type Outage, Sites } from './sites.ts';
import { Timeline } from './timeline.ts';

/** When every world begins: the start of an hour, with a day behind it. */
export const T0 = Date.UTC(2026, 10, 20, 12);
/** When one more check of everything was due, and five minutes' loss and some tries have passed. */
const EARLY_MS = 45 * 60_000;
const TRY_AGAIN_MS = 20_000;
/** Within that an agent's reset is done. */
const RESET_MS = 60_000;
const ADMIN: Caller = { ...ownerOf('admin'), role: 'admin' };

export type Programs = { functions: Program; agent: Program };
/** An edit that an owner made: from when on which sites a monitor watched from where. */
export type Edit = { atMs: number; monitor: number; locations: string[]; sites: string[] };

/** A world while it runs, and afterwards with all that happened in it. */
export class World {
  readonly scenario: Scenario;
  readonly timeline = new Timeline(T0);
  readonly server: Server;
  readonly sites: Sites;
  readonly hosts: AgentHost[];
  /** Ids of the monitors, by their number in the scenario. */
  readonly monitorIds: string[] = [];
  readonly edits: Edit[] = [];
  private readonly random: Random;

  constructor(scenario: Scenario, programs: Programs) {
    const { timeline } = this;
    this.scenario = scenario;
    this.random = new Random(scenario.seed + 1);
    this.server = new Server(timeline, this.random.fork(), programs.functions);
    this.sites = new Sites(outagesOf(scenario.faults), timeline, this.random.fork());
    this.hosts = scenario.hosts.map(
      (location) =>
        new AgentHost(location, {
          timeline,
          random: this.random,
          server: this.server,
          sites: this.sites,
          program: programs.agent,
        }),
    );
  }

  /**
   * Lets everything happen. `isOver`: asked early in the calm, when what is told at once must have been; what is slower
   * has its turn unless it says so.
   */
  async run(isOver: () => boolean): Promise<void> {
    const { scenario, timeline, server } = this;
    const failures: unknown[] = [];
    timeline.after(0, () => void this.begin().catch((error: unknown) => failures.push(error)));
    const troubleEndsMs = scenario.endMs - CALM_MS;
    timeline.at(T0 + 10 * 60_000, () => {
      server.chaos = scenario.chaos;
    });
    timeline.at(T0 + troubleEndsMs, () => {
      server.chaos = 0;
    });
    for (const fault of scenario.faults) this.plan(fault);
    await timeline.runUntil(T0 + troubleEndsMs + EARLY_MS);
    // A world that did not begin has nothing wrong in it.
    if (failures.length > 0) throw failures[0];
    if (!isOver()) await timeline.runUntil(T0 + scenario.endMs);
  }

  private async begin(): Promise<void> {
    const { scenario, server } = this;
    for (const { uid, severity, silenceMin, intervalMin } of scenario.owners) {
      const caller = ownerOf(uid);
      await server.changeNotifications(caller, settings(uid, severity, silenceMin));
      await server.request('putMonitorSettings', caller, { body: { monitorInterval: intervalMin } });
    }
    await server.changeNotifications(ADMIN, settings('admin', 'all', 0));
    for (const host of this.hosts) await this.join(host);
    for (const [index, { owner, locations, sites }] of scenario.monitors.entries()) {
      const caller = ownerOf(scenario.owners[owner]?.uid ?? '');
      const body = monitorBody(index, locations, sites);
      const made = (await server.request('createMonitor', caller, { body })) as { id: string };
      this.monitorIds[index] = made.id;
      this.edits.push({ atMs: this.timeline.nowMs, monitor: index, locations, sites });
    }
  }

  private async join(host: AgentHost): Promise<void> {
    const body = { name: 'Agent', country_code: host.location, description: '' };
    const made = (await this.server.request('createAgent', ADMIN, { body })) as {
      id: string;
      registration_code?: string;
    };
    await this.register(host, made.id);
  }

  /** As who sets up a machine does it: with the same link, until the answer comes. Its agent runs from then on. */
  private async register(host: AgentHost, agentId: string): Promise<void> {
    const code = this.server.documents().store.get(`agents/${agentId}/private/registration`)?.data.code;
    const input = { code, publicKey: PUBLIC_KEY, device: DEVICE };
    while (!(await this.isRegistered(input))) await this.wait(TRY_AGAIN_MS);
    host.agentId = agentId;
    host.kill();
    host.start();
  }

  /** False if nobody knows, because the server did not answer. */
  private async isRegistered(input: object): Promise<boolean> {
    try {
      await this.server.call('registerAgent', input, null);
      return true;
    } catch (error) {
      if (error instanceof StoreError) return false;
      throw error;
    }
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.timeline.after(ms, resolve));
  }

  private plan(fault: Fault): void {
    const begin = (work: () => void) => this.timeline.at(T0 + fault.atMs, work);
    const end = (work: () => void) => this.timeline.at(T0 + fault.atMs + fault.forMs, work);
    if (fault.do === 'outage') return;
    if (fault.do === 'edit') return void begin(() => void this.edit(fault).catch(() => undefined));
    if (fault.do === 'set-interval') return void begin(() => void this.setInterval(fault).catch(() => undefined));
    if (fault.do === 'blackout') {
      begin(() => this.setNetworks('walled'));
      end(() => this.setNetworks('ok'));
      return;
    }
    if (fault.do === 'server-down') {
      this.planAway(begin, end);
      return;
    }
    if (fault.do === 'chat') {
      begin(() => {
        this.server.chat.mode = fault.mode;
      });
      end(() => {
        this.server.chat.mode = 'ok';
      });
      return;
    }
    const host = this.hosts[fault.host];
    if (host) this.planHostFault(fault, host, begin, end);
  }

  /** All agents lose, or have again, the way to the server. */
  private setNetworks(network: Network): void {
    for (const host of this.hosts) host.setNetwork(network);
  }

  private planAway(begin: Plan, end: Plan): void {
    const setAway = (isDown: boolean) => {
      this.server.isDown = isDown;
      for (const host of this.hosts) host.onNetwork();
    };
    begin(() => setAway(true));
    end(() => setAway(false));
  }

  private planHostFault(fault: Fault, host: AgentHost, begin: Plan, end: Plan): void {
    switch (fault.do) {
      case 'network':
        begin(() => host.setNetwork(fault.network));
        end(() => host.setNetwork('ok'));
        break;
      case 'set-clock':
        begin(() => host.clock.setWall(fault.offsetMs));
        end(() => host.clock.setWall(0));
        break;
      case 'sleep':
        begin(() => host.clock.sleep());
        end(() => host.clock.wake());
        break;
      case 'disk-full':
        begin(() => {
          host.disk.isFull = true;
        });
        end(() => {
          host.disk.isFull = false;
        });
        break;
      case 'reset-agent':
        begin(() => void this.reset(host));
        this.timeline.at(T0 + fault.atMs + Math.max(fault.forMs, RESET_MS), () => void this.registerAgain(host));
        break;
      case 'replace-agent':
        begin(() => void this.leave(host));
        end(() => this.comeBack(host));
        break;
      default:
        if (fault.do === 'kill') begin(() => host.kill());
        if (fault.do === 'power-cut') begin(() => host.cutPower());
        if (fault.do === 'stop') begin(() => void host.stopGently());
        end(() => host.start());
    }
  }

  private async leave(host: AgentHost): Promise<void> {
    const { agentId } = host;
    if (agentId === '' || this.server.isDown) return;
    host.left.push(agentId);
    host.agentId = '';
    await this.server.request('deleteAgent', ADMIN, { params: { id: agentId } }).catch(() => undefined);
  }

  /** Another agent joins on this machine. */
  private comeBack(host: AgentHost): void {
    if (host.agentId !== '') return;
    host.kill();
    // Whoever gets no answer tries again.
    this.join(host).catch(() => this.timeline.after(TRY_AGAIN_MS, () => this.comeBack(host)));
  }

  /** The agent's device is revoked; until it joins again it is nobody's. */
  private async reset(host: AgentHost): Promise<void> {
    const { agentId } = host;
    if (agentId === '' || this.server.isDown) return;
    await this.server.request('resetAgent', ADMIN, { params: { id: agentId } }).catch(() => undefined);
  }

  /** The same machine joins again, with all that it has on its disk, unless it was not reset, or is nobody's by now. */
  private async registerAgain(host: AgentHost): Promise<void> {
    const { agentId } = host;
    if (agentId !== '') await this.register(host, agentId).catch(() => undefined);
  }

  private async setInterval({ owner, intervalMin }: Extract<Fault, { do: 'set-interval' }>): Promise<void> {
    if (this.server.isDown) return;
    const caller = ownerOf(this.scenario.owners[owner]?.uid ?? '');
    await this.server.request('putMonitorSettings', caller, { body: { monitorInterval: intervalMin } });
  }

  private async edit({ monitor, locations, sites, keepsIds }: Extract<Fault, { do: 'edit' }>): Promise<void> {
    const plan = this.scenario.monitors[monitor];
    const id = this.monitorIds[monitor];
    if (!plan || id === undefined || this.server.isDown) return;
    const caller = ownerOf(this.scenario.owners[plan.owner]?.uid ?? '');
    const known = this.server.documents().store.get(`monitors/${id}`)?.data.order;
    const ids = keepsIds && Array.isArray(known) ? known.map(String) : [];
    const body = monitorBody(monitor, locations, sites, ids);
    await this.server.request('replaceMonitor', caller, { params: { id }, body });
    this.edits.push({ atMs: this.timeline.nowMs, monitor, locations, sites });
  }
}

type Plan = (work: () => void) => unknown;

function ownerOf(uid: string): Caller {
  return { uid, email: `${uid}@farwatch.test`, displayName: uid, role: 'user', language: 'en' };
}

function settings(uid: string, severity: string, silenceMin: number): object {
  const telegram = { enabled: true, bot_token: '1:token', chat_id: uid, verified: true };
  return { telegram, thresholds: { severity, silence_period: silenceMin } };
}

/** `ids`: of endpoints that get another URL, as far as there are any. */
function monitorBody(
  index: number,
  locations: readonly string[],
  sites: readonly string[],
  ids: readonly string[] = [],
): object {
  const endpoints = sites.map((site, place) => {
    const id = ids[place];
    return { ...(id === undefined ? {} : { id }), url: `https://${site}/`, name: site };
  });
  return { name: `Monitor ${index}`, description: '', locations, endpoints };
}

function outagesOf(faults: readonly Fault[]): Outage[] {
  return faults.flatMap((fault) => {
    if (fault.do !== 'outage') return [];
    const { site, locations, how, atMs, forMs } = fault;
    return [{ site, locations, how, fromMs: T0 + atMs, toMs: T0 + atMs + forMs }];
  });
}
