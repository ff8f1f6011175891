import { afterEach, beforeAll, beforeEach } from '@jest/globals';
import { stopUpstreams } from '../upstream/upstream-server.ts';
import { type Gateway, type GatewayOptions, makeGateway, makeTables, noon, type Tables, time } from './gateway.ts';

export type ProxyFixture = {
  /** The tables that the tests of one file share. */
  readonly tables: Tables;
  /** Makes a gateway over these tables, or over replacements for some of them. */
  makeGateway(options?: Omit<GatewayOptions, 'tables'> & { readonly tables?: Partial<Tables> }): Gateway;
};

/**
 * Prepares a test file of the proxy: makes its tables once, sets the time to noon before each test, and stops the nodes
 * after it.
 */
export function prepareProxyTests(stopNodes: () => void | Promise<void> = stopUpstreams): ProxyFixture {
  let tables: Tables | undefined;
  beforeAll(async () => {
    tables = await makeTables();
  });
  beforeEach(() => {
    time.now = noon;
  });
  afterEach(stopNodes);
  return {
    get tables() {
      if (!tables) throw new Error('The tables exist only while tests run.');
      return tables;
    },
    makeGateway(options = {}) {
      return makeGateway({ ...options, tables: { ...this.tables, ...options.tables } });
    },
  };
}
