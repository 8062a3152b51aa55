import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { listen } from './servers.ts';

/**
 * A WebSocket server on a free port, closed after the test. `refuses`: whether it answers the handshake with 503. Gives
 * its port.
 */
export function webSocketServer(onOpen: (socket: WebSocket) => void, refuses = () => false): Promise<number> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined);
    if (refuses()) return socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined);
      onOpen(opened);
    });
  });
  return listen(server, '127.0.0.1');
}
