import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckInInput, checkInInputSchema, isTimely } from '@farwatch/core/contracts/calls/check-in';
import { decideCheckIn } from '@farwatch/core/decisions/agents/decide-check-in';
import { type AgentState, newAgentState } from '@farwatch/core/documents/agent';
import { requestedTrialId } from '@farwatch/core/documents/requested-trial';
import { toAssignedUrl } from '@farwatch/core/values/assigned-url';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { TRIAL } from '@farwatch/core/values/limits';
import { readText, sendJson } from '../platform/http-body.ts';
import { type LocalServer, listenLocally } from '../platform/local-server.ts';
import { FrameReader } from '../wire/frames.ts';
import { type Decoded, decoder, encoder } from '../wire/protos.ts';
import { AGENT_ID, makeAgentFolder, PROJECT_ID } from './agent-program.ts';

const GENERATION = 1;

/** A fault of one report: when it is applied, and what the agent gets instead of the answer. */
export type Fault = {
  applied: 'never' | 'now' | 'later' | 'twice';
  answer: 'result' | 'INTERNAL' | 'UNAVAILABLE' | 'UNAUTHENTICATED' | 'none' | 'cut';
};

export type FakeBackendOptions = {
  /** The URLs to check, by endpoint, by owner. */
  owners: Record<string, Record<string, string>>;
  intervalSec: number;
  /** How an endpoint is checked, by its id and number among its owner's; a plain GET if left out. */
  checkOf?: (endpoint: string, index: number) => HttpCheck | null;
  nextFault?: () => Fault | null;
  onReport?: (report: CheckInInput) => void;
  onApplied?: (report: CheckInInput) => void;
};

export type FakeBackend = {
  /** The folder of an agent that is registered here. */
  folder: string;
  /** Requests an immediate check, as the agent's command does. */
  requestCheck(endpoint: string): void;
  /** Requests that an owner's URL is tried. */
  requestTrial(trialId: string, ownerId: string, url: string): void;
  close(): Promise<void>;
};

/** The parts of the server that an agent's program needs: sign-in, assignments, its command, and check-ins. */
export async function startFakeBackend(options: FakeBackendOptions): Promise<FakeBackend> {
  const { owners, nextFault = () => null, onReport = () => {}, onApplied = () => {} } = options;
  const generations = Object.fromEntries(Object.keys(owners).map((ownerId) => [ownerId, GENERATION]));
  const server = await startCheckInServer({ generations, nextFault, onReport, onApplied });
  const listen = await startFirestoreListen(PROJECT_ID, assignmentsOf(options));
  const folder = await makeAgentFolder(`127.0.0.1:${server.port}`, listen.host);
  const close = async () => {
    await Promise.all([server.close(), listen.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  const { requestCheck, requestTrial } = listen;
  return { folder, requestCheck, requestTrial, close };
}

function assignmentsOf({ owners, intervalSec, checkOf = () => null }: FakeBackendOptions) {
  const vote = { agentId: AGENT_ID, generation: GENERATION, live: true, liveSeq: 1, changedAt: 1 };
  const assignmentOf = ([ownerId, urls]: [string, Record<string, string>]) => {
    const all = Object.entries(urls);
    const endpoints = all.map(([id, typed], index) => {
      const check = checkOf(id, index);
      const target = { url: toAssignedUrl(typed, check), ...(check && { check }) };
      return [id, { ...target, name: id, group: 'shop', monitorId: 'm1', rev: 0 }];
    });
    const assignment = { location: 'tw', ownerId, ...vote, intervalSec, count: all.length };
    return [`assignments/tw_${ownerId}`, { ...assignment, endpoints: Object.fromEntries(endpoints) }];
  };
  return Object.fromEntries(Object.entries(owners).map(assignmentOf));
}

type CheckInServerOptions = {
  /** The owners whose endpoints the agent checks, with the generation of their assignments. */
  generations: Record<string, number>;
  /** The fault of the next report, or null. */
  nextFault: () => Fault | null;
  /** Called for each report, before it is applied. */
  onReport: (report: CheckInInput) => void;
  /** Called once for each applied report. */
  onApplied: (report: CheckInInput) => void;
};

/** A callable's answer: a result, or an error as HttpsError sends it. */
type Answer = { result: unknown } | { error: { status: string; message: string; details?: unknown } };

const HTTP_STATUS: Record<string, number> = {
  ...{ INVALID_ARGUMENT: 400, FAILED_PRECONDITION: 400, UNAUTHENTICATED: 401, UNAVAILABLE: 503 },
};
const LATE_MS = 700;

/** The callables and the sign-in that an agent uses. Check-ins are decided by core, the state is in memory. */
export function startCheckInServer(options: CheckInServerOptions): Promise<LocalServer> {
  let state: AgentState = { ...newAgentState('tw'), owners: options.generations };

  function apply(report: CheckInInput): Answer {
    const nowMs = Date.now();
    const decision = decideCheckIn(state, report, nowMs);
    if (decision.outcome === 'refused') {
      return errorOf('FAILED_PRECONDITION', { reason: 'gap', expectedSeq: decision.expectedSeq });
    }
    if (decision.outcome === 'limited') return errorOf('RESOURCE_EXHAUSTED', { reason: 'too_many' });
    if (decision.outcome === 'applied') {
      const { verdicts, ...rest } = decision.state;
      state = { ...state, ...rest, verdicts: { ...state.verdicts, ...verdicts } };
      options.onApplied(report);
    }
    const applied = decision.outcome === 'applied' || decision.isOwn;
    return { result: { seq: report.seq, applied, timely: isTimely(report, nowMs), serverAt: nowMs } };
  }

  async function checkIn(report: CheckInInput, fault: Fault, response: ServerResponse): Promise<void> {
    const answer = fault.applied === 'now' || fault.applied === 'twice' ? apply(report) : errorOf('INTERNAL');
    if (fault.answer === 'cut') response.destroy();
    else if (fault.answer === 'result') send(response, answer);
    else if (fault.answer !== 'none') send(response, errorOf(fault.answer));
    if (fault.applied !== 'later' && fault.applied !== 'twice') return;
    await sleep(LATE_MS);
    apply(report);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await readText(request);
    if (path.includes('/identitytoolkit')) return sendJson(response, 200, signedIn(path));
    if (path.includes('/securetoken')) return sendJson(response, 200, refreshed());
    if (path.endsWith('/agentToken')) return send(response, { result: { token: newToken(), serverAt: Date.now() } });
    if (path.endsWith('/reportTrial')) return send(response, { result: { stored: true } });
    const report = checkInInputSchema.parse((JSON.parse(body) as { data: unknown }).data);
    options.onReport(report);
    await checkIn(report, options.nextFault() ?? { applied: 'now', answer: 'result' }, response);
  }

  return listenLocally(handle, 0);
}

function send(response: ServerResponse, answer: Answer): void {
  sendJson(response, 'error' in answer ? (HTTP_STATUS[answer.error.status] ?? 500) : 200, answer);
}

function errorOf(status: string, details?: object): Answer {
  return { error: { status, message: status.toLowerCase(), ...(details && { details }) } };
}

/** Auth's answers to a custom token, and to a lookup of its user. */
function signedIn(path: string): object {
  if (path.includes('accounts:lookup')) return { users: [{ localId: AGENT_ID }] };
  return { idToken: newToken(), refreshToken: 'r', expiresIn: '3600', isNewUser: false };
}

/** Auth's answer to the refresh token. */
function refreshed(): object {
  const token = newToken();
  return { access_token: token, id_token: token, refresh_token: 'r', expires_in: '3600', user_id: AGENT_ID };
}

/** An unsigned token, as the emulators create them. */
function newToken(): string {
  const nowSec = Math.floor(Date.now() / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { agent: AGENT_ID, uid: AGENT_ID, sub: AGENT_ID, user_id: AGENT_ID, iat: nowSec, exp: nowSec + 3_600 };
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

type FirestoreListen = {
  host: string;
  requestCheck: FakeBackend['requestCheck'];
  requestTrial: FakeBackend['requestTrial'];
  close(): Promise<void>;
};

const decode = decoder('ListenRequest');
const encode = encoder('ListenResponse');

/** A stream that listens to the command, with the document's name in its request, or to documents of a collection. */
type Listener = { stream: ServerHttp2Stream; targetId: number; document?: string; collection?: string };

/**
 * Answers an agent's listeners as Firestore does: a query finds those of these documents, by path, that are in its
 * collection, and a document that is listened to by name is the agent's command.
 */
async function startFirestoreListen(projectId: string, documents: Record<string, Decoded>): Promise<FirestoreListen> {
  const root = `projects/${projectId}/databases/(default)/documents`;
  const found = Object.entries(documents).map(([path, data]) => ({ path, data }));
  const foundIn = (collection: string) =>
    found
      .filter(({ path }) => path.startsWith(`${collection}/`))
      .map(({ path, data }) => documentOf(`${root}/${path}`, data));
  const sockets = new Set<Socket>();
  const listeners = new Set<Listener>();
  const checkNow: Record<string, number> = {};
  const server = createServer();
  const forget = (stream: ServerHttp2Stream) => {
    for (const listener of listeners) if (listener.stream === stream) listeners.delete(listener);
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('sessionError', () => undefined); // the agent was killed
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    stream.once('close', () => forget(stream));
    if (!headers[':path']?.endsWith('/Listen')) return stream.close();
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    const frames = new FrameReader();
    stream.on('data', (chunk: Buffer) => {
      for (const message of frames.push(chunk)) {
        const { addTarget } = decode(message) as { addTarget?: Target };
        if (!addTarget) continue;
        const { targetId, documents: named, query } = addTarget;
        const [document] = named?.documents ?? [];
        const collection = query?.structuredQuery?.from?.[0]?.collectionId ?? '';
        listeners.add({ stream, targetId, ...(document ? { document } : { collection }) });
        sendChange(stream, { targetChange: { targetChangeType: 'ADD', targetIds: [targetId] } });
        const command = document ? [documentOf(document, { syncAt: null, checkNow })] : foundIn(collection);
        sendDocuments(stream, targetId, command);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const requestCheck = (endpoint: string) => {
    checkNow[endpoint] = Date.now();
    for (const { stream, targetId, document } of listeners) {
      if (!document || !stream.writable) continue;
      sendDocuments(stream, targetId, [documentOf(document, { syncAt: null, checkNow })]);
    }
  };
  const requestTrial = (trialId: string, ownerId: string, url: string) => {
    const at = Date.now();
    const data = { agentId: AGENT_ID, trialId, ownerId, at, url, check: null, expireAt: at + TRIAL.validMs };
    const path = `requestedTrials/${requestedTrialId(AGENT_ID, trialId)}`;
    found.push({ path, data });
    for (const { stream, targetId, collection } of listeners) {
      if (collection === 'requestedTrials') sendDocuments(stream, targetId, [documentOf(`${root}/${path}`, data)]);
    }
  };
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { host: `127.0.0.1:${port}`, requestCheck, requestTrial, close };
}

type Target = {
  targetId: number;
  documents?: { documents: string[] };
  query?: { structuredQuery?: { from?: { collectionId: string }[] } };
};

function sendDocuments(stream: ServerHttp2Stream, targetId: number, documents: readonly Decoded[]): void {
  const now = { resumeToken: Buffer.from('all'), readTime: timestampOf(Date.now()) };
  for (const document of documents) sendChange(stream, { documentChange: { document, targetIds: [targetId] } });
  sendChange(stream, { targetChange: { targetChangeType: 'CURRENT', targetIds: [targetId], ...now } });
  sendChange(stream, { targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], ...now } });
}

function sendChange(stream: ServerHttp2Stream, message: Decoded): void {
  if (stream.writable) stream.write(framed(encode(message)));
}

function documentOf(name: string, data: Decoded): Decoded {
  const at = timestampOf(Date.now());
  return { name, fields: fieldsOf(data), createTime: at, updateTime: at };
}

function fieldsOf(data: object): Decoded {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, storedValue(value)]));
}

/** Texts, whole numbers, booleans, null, and arrays and maps of them. */
function storedValue(value: unknown): Decoded {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { integerValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(storedValue) } };
  return { mapValue: { fields: fieldsOf(value as object) } };
}

function timestampOf(atMs: number): Decoded {
  return { seconds: Math.floor(atMs / 1_000), nanos: (atMs % 1_000) * 1_000_000 };
}

function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
