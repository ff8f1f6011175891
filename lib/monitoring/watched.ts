import type { Upstreams } from '../../src/environment.ts';
import type { GatewayFunction } from '../gateway-function.ts';
import type { RecordStream } from '../record-stream.ts';
import type { RpcApi } from '../rpc-api.ts';
import type { Stage } from '../stage.ts';
import type { Tables } from '../tables.ts';

/** What the monitoring looks at. */
export type Watched = {
  readonly stage: Stage;
  readonly api: RpcApi;
  readonly authorizer: GatewayFunction;
  readonly proxy: GatewayFunction;
  readonly recordStream: RecordStream;
  readonly watch: GatewayFunction;
  readonly usageDays: GatewayFunction;
  readonly tables: Tables;
  readonly upstreams: Upstreams;
};
