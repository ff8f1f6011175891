import type { FakeState } from '../fake-state.ts';
import type { Params } from './parameters.ts';

/** One operation of the API. `:id` in the path matches one segment, which `run` gets decoded. */
export type Operation = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  run: (state: FakeState, params: Params, id: string) => unknown;
};
