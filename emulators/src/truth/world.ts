import { DEVICE } from '@farwatch/core/testing/samples';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { StoreError } from '../firestore/values.ts';
import { Random } from '../platform/random.ts';
import { AgentHost, PUBLIC_KEY } from './agent-host.ts';
import type { Program } from './bundle.ts';
import { documentsOf } from './documents-of.ts';
import { type HistoryAnswer, requestHistories } from './history-answers.ts';
import { type CreatedMonitor, Jobs } from './jobs.ts';
import { ADMIN, ADMIN_PLAN, monitorBody, ownerOf, settingsOf } from './owner-requests.ts';
import { People } from './people.ts';
import { CALM_MS, type Fault, type Scenario } from './scenario.ts';
import { Server } from './server.ts';
import { type Network, outagesOf, Sites, siteOf } from './sites.ts';
import { T0 } from './start.ts';
import { Timeline } from './timeline.ts';

/** By then one more check of everything was due, and losses of five minutes and some retries are over. */
const EARLY_MS = 45 * 60_000;
const TRY_AGAIN_MS = 20_000;
/** The time that an agent's reset takes at most. */
const RESET_MS = 60_000;

export type Programs = { functions: Program; agent: Program };
/** An owner's edit: from then on the monitor watches these sites from these locations. */
export type Edit = { atMs: number; monitor: number; locations: string[]; sites: string[] };

/** A world, running or finished. */
export class World {
  readonly scenario: Scenario;
  readonly timeline: Timeline;
  readonly server: Server;
  readonly sites: Sites;
  readonly hosts: AgentHost[];
  /** Ids of the monitors, by their index in the scenario. */
  readonly monitorIds: string[] = [];
  readonly edits: Edit[] = [];
  readonly people: People;
  readonly pauses: Pauses;
  readonly jobs: Jobs;
  /** The API's answers about the past, in the calm period. */
  histories: HistoryAnswer[] = [];
  /** What each monitor should watch according to its last edit, also while it is paused. */
  private readonly desired = new Map<number, { locations: string[]; sites: string[] }>();
  private readonly random: Random;

  constructor(scenario: Scenario, programs: Programs) {
    const timeline = new Timeline(scenario.startMs ?? T0);
    this.timeline = timeline;
    this.scenario = scenario;
    this.random = new Random(scenario.seed + 1);
    this.server = new Server(timeline, this.random.fork(), programs.functions);
    this.people = new People({ scenario, timeline, server: this.server, monitorIds: this.monitorIds });
    const onChange = (monitor: number) => this.recordWatched(monitor);
    this.pauses = new Pauses({ scenario, timeline, server: this.server, monitorIds: this.monitorIds, onChange });
    this.jobs = new Jobs({ scenario, timeline, server: this.server });
    this.sites = new Sites(outagesOf(scenario.faults, timeline.startMs), timeline, this.random.fork());
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

  /** Runs the scenario to its end, unless `isFinished`, called early in the calm period, returns true. */
  async run(isFinished: () => boolean): Promise<void> {
    const { scenario, timeline, server } = this;
    const failures: unknown[] = [];
    timeline.after(0, () => void this.setUp().catch((error: unknown) => failures.push(error)));
    const faultsEndMs = scenario.endMs - CALM_MS;
    timeline.at(timeline.startMs + 10 * 60_000, () => {
      server.chaos = scenario.chaos;
      server.unknownCommits = scenario.unknownCommits ?? 0;
    });
    timeline.at(timeline.startMs + faultsEndMs, () => {
      server.chaos = 0;
      server.unknownCommits = 0;
    });
    for (const fault of scenario.faults) this.plan(fault);
    for (const { owner, atMs, forMs, renamedAtMs } of scenario.channels) {
      const save = () => void this.saveSettings(owner).catch(() => timeline.after(TRY_AGAIN_MS, save));
      if (atMs > 0) timeline.at(timeline.startMs + atMs, save);
      timeline.at(timeline.startMs + renamedAtMs, save);
      timeline.at(timeline.startMs + atMs + forMs, save);
    }
    await timeline.runUntil(timeline.startMs + faultsEndMs + EARLY_MS);
    // If its setup failed, a world would have no violations.
    if (failures.length > 0) throw failures[0];
    this.histories = await requestHistories(this);
    if (isFinished()) return;
    await timeline.runUntil(timeline.startMs + scenario.endMs);
    this.histories = await requestHistories(this);
  }

  private async setUp(): Promise<void> {
    const { scenario, server } = this;
    await this.people.setUpRotation();
    for (const [index, { uid, intervalMin }] of scenario.owners.entries()) {
      const caller = ownerOf(uid);
      await this.saveSettings(index);
      await server.request('putMonitorSettings', caller, { body: { monitorInterval: intervalMin } });
    }
    await server.changeNotifications(ADMIN, settingsOf(ADMIN_PLAN, [], 0));
    for (const host of this.hosts) await this.addAgent(host);
    for (const [index, { owner, locations, sites }] of scenario.monitors.entries()) {
      const caller = ownerOf(scenario.owners[owner]?.uid ?? '');
      const body = monitorBody(scenario, index, { locations, sites }, this.monitorIds);
      const created = (await server.request('createMonitor', caller, { body })) as CreatedMonitor;
      this.monitorIds[index] = created.id;
      this.jobs.learnUrls(created);
      this.desired.set(index, { locations, sites });
      this.recordWatched(index);
    }
  }

  /** Saves an owner's settings, with the channels that they have now; again if the server is down. */
  private async saveSettings(index: number): Promise<void> {
    const owner = this.scenario.owners[index];
    if (!owner) return;
    if (this.server.isDown) throw new Error('the server is down');
    const sinceMs = this.timeline.nowMs - this.timeline.startMs;
    const present = this.scenario.channels.filter(
      (each) => each.owner === index && each.atMs <= sinceMs && sinceMs < each.atMs + each.forMs,
    );
    await this.server.changeNotifications(
      ownerOf(owner.uid),
      settingsOf(owner, present, sinceMs, this.people.rotationId),
    );
  }

  private async addAgent(host: AgentHost): Promise<void> {
    const body = { name: 'Agent', country_code: host.location, description: '' };
    const { _id: id } = (await this.server.request('createAgent', ADMIN, { body })) as { _id: string };
    await this.register(host, id);
  }

  /** Registers with the same link until the answer arrives, and starts the agent. */
  private async register(host: AgentHost, agentId: string): Promise<void> {
    const code = this.server.documents().store.get(`agents/${agentId}/private/registration`)?.data.code;
    const input = { code, publicKey: PUBLIC_KEY, device: DEVICE };
    while (!(await this.isRegistered(input))) await this.wait(TRY_AGAIN_MS);
    host.agentId = agentId;
    host.kill();
    host.start();
  }

  /** False if the server did not answer. */
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
    const [start, end] = 'host' in fault ? this.hostEffect(fault) : this.effectOf(fault);
    const lengthMs = fault.do === 'reset-agent' ? Math.max(fault.forMs, RESET_MS) : fault.forMs;
    this.timeline.at(this.timeline.startMs + fault.atMs, start);
    this.timeline.at(this.timeline.startMs + fault.atMs + lengthMs, end);
  }

  private effectOf(fault: Exclude<Fault, { host: number }>): Effect {
    switch (fault.do) {
      case 'outage':
        return [ignore, ignore];
      case 'edit':
        return [() => void this.edit(fault).catch(ignore), ignore];
      case 'set-interval':
        return [() => void this.setInterval(fault).catch(ignore), ignore];
      case 'acknowledge':
      case 'unacknowledge':
      case 'snooze':
      case 'unsnooze':
      case 'maintain':
      case 'end-maintenance':
      case 'take-over':
        return [() => void this.people.do(fault).catch(ignore), ignore];
      case 'pause':
      case 'resume':
        return [() => void this.pauses.do(fault).catch(ignore), ignore];
      case 'delete':
        return [() => void this.deleteMonitor(fault).catch(ignore), ignore];
      case 'ping':
        return [() => void this.jobs.ping(fault), ignore];
      case 'blackout':
        return [() => this.setNetworks('walled'), () => this.setNetworks('ok')];
      case 'server-down':
        return [() => this.setServerDown(true), () => this.setServerDown(false)];
      case 'ping-url-unreachable':
        return [() => this.setPingUrlReachable(false), () => this.setPingUrlReachable(true)];
      case 'chat':
        return [
          () => this.server.chat.setMode(fault.channel, fault.mode),
          () => this.server.chat.setMode(fault.channel, 'ok'),
        ];
    }
  }

  private setNetworks(network: Network): void {
    for (const host of this.hosts) host.setNetwork(network);
  }

  private setPingUrlReachable(isReachable: boolean): void {
    this.server.isPingUrlReachable = isReachable;
  }

  private setServerDown(isDown: boolean): void {
    this.server.setDown(isDown);
    for (const host of this.hosts) host.onNetwork();
  }

  private hostEffect(fault: Extract<Fault, { host: number }>): Effect {
    const host = this.hosts[fault.host];
    if (!host) return [ignore, ignore];
    switch (fault.do) {
      case 'network':
        return [() => host.setNetwork(fault.network), () => host.setNetwork('ok')];
      case 'set-clock':
        return [() => host.clock.setWall(fault.offsetMs), () => host.clock.setWall(0)];
      case 'sleep':
        return [() => host.clock.sleep(), () => host.clock.wake()];
      case 'disk-full':
        return [() => host.disk.setFull(true), () => host.disk.setFull(false)];
      case 'reset-agent':
        return [() => void this.reset(host), () => void this.registerAgain(host)];
      case 'replace-agent':
        return [() => void this.deleteAgent(host), () => this.replaceAgent(host)];
      case 'kill':
        return [() => host.kill(), () => host.start()];
      case 'power-cut':
        return [() => host.cutPower(), () => host.start()];
      case 'stop':
        return [() => void host.stopGently(), () => host.start()];
    }
  }

  private async deleteAgent(host: AgentHost): Promise<void> {
    const { agentId } = host;
    if (agentId === '' || this.server.isDown) return;
    host.agentId = '';
    await this.server.request('deleteAgent', ADMIN, { params: { id: agentId } }).catch(ignore);
  }

  /** Registers another agent on this machine; without an answer it tries again. */
  private replaceAgent(host: AgentHost): void {
    if (host.agentId !== '') return;
    host.kill();
    this.addAgent(host).catch(() => this.timeline.after(TRY_AGAIN_MS, () => this.replaceAgent(host)));
  }

  /** Revokes the agent's device. */
  private async reset(host: AgentHost): Promise<void> {
    const { agentId } = host;
    if (agentId === '' || this.server.isDown) return;
    await this.server.request('resetAgent', ADMIN, { params: { id: agentId } }).catch(ignore);
  }

  /** Registers the same machine again with its disk, unless it was not reset, or its agent was deleted. */
  private async registerAgain(host: AgentHost): Promise<void> {
    const { agentId } = host;
    if (agentId !== '') await this.register(host, agentId).catch(ignore);
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
    const body = monitorBody(this.scenario, monitor, { locations, sites }, this.monitorIds, ids);
    await this.server.request('replaceMonitor', caller, { params: { id }, body });
    this.desired.set(monitor, { locations, sites });
    this.pauses.clear(monitor);
    this.recordWatched(monitor);
  }

  private async deleteMonitor({ monitor }: Extract<Fault, { do: 'delete' }>): Promise<void> {
    const plan = this.scenario.monitors[monitor];
    const id = this.monitorIds[monitor];
    if (!plan || id === undefined || this.server.isDown) return;
    const caller = ownerOf(this.scenario.owners[plan.owner]?.uid ?? '');
    await this.server.request('deleteMonitor', caller, { params: { id } });
    this.desired.set(monitor, { locations: [], sites: [] });
    this.recordWatched(monitor);
  }

  /** A pause is an edit after which its sites are not watched. */
  private recordWatched(monitor: number): void {
    const { locations = [], sites = [] } = this.desired.get(monitor) ?? {};
    const { nowMs } = this.timeline;
    const watched = sites.filter((site) => !this.pauses.isPausedAt(monitor, site, nowMs));
    this.edits.push({ atMs: nowMs, monitor, locations, sites: watched });
  }
}

/** The functions that run at the start and at the end of a fault. */
type Effect = [start: () => void, end: () => void];

function ignore(): void {
  // A fault without an end, or an owner's request that the server refuses.
}

/** From `atMs` on, a monitor (`site` null) or one of its sites should be paused until `untilMs`, or resumed. */
type Wish = { atMs: number; monitor: number; site: string | null; untilMs: number | null };
type PauseFault = Extract<Fault, { do: 'pause' | 'resume' }>;
type Parts = {
  scenario: Scenario;
  timeline: Timeline;
  server: Server;
  monitorIds: readonly string[];
  /** Something is paused, or no longer. */
  onChange: (monitor: number) => void;
};

/** The pauses that owners have set and ended by the API. */
class Pauses {
  private readonly wishes: Wish[] = [];
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Whether a site of a monitor should be paused at that time, alone or with the monitor. */
  isPausedAt(monitor: number, site: string, atMs: number): boolean {
    return [null, site].some((of) => {
      const last = this.wishes.findLast((wish) => wish.monitor === monitor && wish.site === of && wish.atMs <= atMs);
      return last !== undefined && (last.untilMs ?? Number.POSITIVE_INFINITY) > atMs;
    });
  }

  /** Applies a pause or its end, except while the server is down. */
  async do(fault: PauseFault): Promise<void> {
    const { scenario, timeline, server, onChange } = this.parts;
    const { monitor, site } = fault;
    const owner = scenario.owners[scenario.monitors[monitor]?.owner ?? -1];
    if (server.isDown || !owner) return;
    const forMin = fault.do === 'pause' ? fault.forMin : null;
    const untilMs = forMin === null ? null : timeline.nowMs + forMin * MINUTE_MS;
    const body = { paused: fault.do === 'pause', untilMs };
    const id = this.idOf(monitor, site);
    if (id === null) return;
    await server.request(site === null ? 'pauseMonitor' : 'pauseEndpoint', ownerOf(owner.uid), {
      params: { id },
      body,
    });
    this.wishes.push({ atMs: timeline.nowMs, monitor, site, untilMs: fault.do === 'pause' ? untilMs : 0 });
    onChange(monitor);
    if (untilMs !== null) timeline.at(untilMs, () => onChange(monitor));
  }

  /** An edit that does not mention pauses ends them. */
  clear(monitor: number): void {
    const own = this.wishes.filter((wish) => wish.monitor === monitor);
    const atMs = this.parts.timeline.nowMs;
    for (const site of new Set(own.map((wish) => wish.site))) this.wishes.push({ atMs, monitor, site, untilMs: 0 });
  }

  private idOf(monitor: number, site: string | null): string | null {
    const { server, monitorIds } = this.parts;
    const monitorId = monitorIds[monitor];
    if (site === null || monitorId === undefined) return monitorId ?? null;
    const found = [...documentsOf(server.store, 'endpoints')].find(
      ([, each]) => each.monitorId === monitorId && siteOf(each.url) === site,
    );
    return found?.[0] ?? null;
  }
}
