import type { Browser } from 'playwright-core';
import type { TestRuntime } from '../../support/test-runtime.ts';
import type { Visit } from './visit.ts';

/** What all cases of pages.test.ts share. */
export type SignedIn = {
  /** With the demo user's data. */
  readonly world: TestRuntime;
  readonly browser: Browser;
  /** The demo user's tab: signing in costs more than most tests. */
  readonly opened: Visit;
  /** One of the demo user's keys. */
  readonly keyId: string;
};
