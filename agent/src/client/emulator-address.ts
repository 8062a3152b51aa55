/** Host and port of an emulator, from `localhost:8080` or `http://localhost:8080`. */
export function emulatorAddress(text: string): { host: string; port: number; url: string } {
  const { hostname, port } = new URL(text.includes('://') ? text : `http://${text}`);
  return { host: hostname, port: Number(port), url: `http://${hostname}:${port}` };
}
