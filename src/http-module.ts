/**
 * Node's HTTP client for a protocol. It is not imported: an ES module's import of `node:http` or `node:https` loads undici
 * too, behind the WebSocket it exports, and TLS is loaded only where it is used (docs/decisions/0011 has the figures).
 */
export const httpModule = (protocol: string) =>
  protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
