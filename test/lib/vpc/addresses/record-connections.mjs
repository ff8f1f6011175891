// Loaded before a function: writes the address of each connection that it opens, by whatever module of Node's, and leads
// all of them to one server. No connection leaves this machine.

import { Socket as Datagrams } from 'node:dgram';
import { Resolver } from 'node:dns';
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';

const record = (address) => writeSync(1, `${JSON.stringify({ opened: address })}\n`);
const { connect } = Socket.prototype;

Socket.prototype.connect = function recorded(...given) {
  // net.connect and tls.connect pass their normalized arguments: options and a listener, in one list.
  const [options = {}, listener] = Array.isArray(given[0]) ? given[0] : given;
  record(options.path ?? `${options.host}:${options.port}`);
  return connect.call(this, { host: '127.0.0.1', port: Number(process.env.TEST_SERVER_PORT) }, listener ?? undefined);
};
Datagrams.prototype.send = (...given) => record(`udp ${given.filter((each) => typeof each !== 'function').slice(1)}`);
Resolver.prototype.resolve = (name) => record(`dns ${name}`);
