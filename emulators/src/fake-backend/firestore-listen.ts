import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { FrameReader } from '../wire/frames.ts';
import { type Decoded, decoder, encoder } from '../wire/protos.ts';

export type FirestoreListen = {
  host: string;
  /** Requests an immediate check, as the agent's command does. */
  requestCheck(endpoint: string): void;
  close(): Promise<void>;
};

const decode = decoder('ListenRequest');
const encode = encoder('ListenResponse');

/** A stream that listens to the command, with the document's name in its request. */
type Listener = { stream: ServerHttp2Stream; targetId: number; document: string };

/**
 * Answers an agent's listeners as Firestore does: every query finds these documents, by path, and a document that is
 * listened to by name is the agent's command.
 */
export async function startFirestoreListen(
  projectId: string,
  documents: Record<string, Decoded>,
): Promise<FirestoreListen> {
  const root = `projects/${projectId}/databases/(default)/documents`;
  const found = Object.entries(documents).map(([path, data]) => documentOf(`${root}/${path}`, data));
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
        const { targetId, documents: named } = addTarget;
        const [document] = named?.documents ?? [];
        if (document) listeners.add({ stream, targetId, document });
        const command = document ? [documentOf(document, { syncAt: null, checkNow })] : found;
        send(stream, { targetChange: { targetChangeType: 'ADD', targetIds: [targetId] } });
        sendDocuments(stream, targetId, command);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const requestCheck = (endpoint: string) => {
    checkNow[endpoint] = Date.now();
    for (const { stream, targetId, document } of listeners) {
      if (stream.writable) sendDocuments(stream, targetId, [documentOf(document, { syncAt: null, checkNow })]);
    }
  };
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { host: `127.0.0.1:${port}`, requestCheck, close };
}

type Target = { targetId: number; documents?: { documents: string[] } };

function sendDocuments(stream: ServerHttp2Stream, targetId: number, documents: readonly Decoded[]): void {
  const now = { resumeToken: Buffer.from('all'), readTime: timestampOf(Date.now()) };
  for (const document of documents) send(stream, { documentChange: { document, targetIds: [targetId] } });
  send(stream, { targetChange: { targetChangeType: 'CURRENT', targetIds: [targetId], ...now } });
  send(stream, { targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], ...now } });
}

function send(stream: ServerHttp2Stream, message: Decoded): void {
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
