import type * as globals from '@jest/globals';

/** What tests import from @jest/globals: the runner has put it on the global object. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } =
  globalThis as unknown as typeof globals;
