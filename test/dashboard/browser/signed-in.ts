import type { Browser } from 'playwright-core';
import type { TestRuntime } from '../../support/test-runtime.ts';
import type { Visit } from './visit.ts';

/** What all cases of pages.test.ts share: the runtime with demo data, the browser, and the demo user's tab. */
export type SignedIn = { readonly world: TestRuntime; readonly browser: Browser; readonly opened: Visit };
